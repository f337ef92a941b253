// One more line for a player. Without this file the form does it by a round trip.
"use strict";

(() => {
  const MOST = 12;

  function prepare() {
    const button = document.getElementById("add-seat");
    if (button) button.hidden = document.querySelectorAll("#seats ol > li").length >= MOST;
  }

  document.addEventListener("click", (event) => {
    if (event.target.id !== "add-seat") return;
    const list = document.querySelector("#seats ol");
    const number = list.children.length + 1;
    const line = list.lastElementChild.cloneNode(true);
    line.querySelectorAll("input").forEach((input) => { input.id = `${input.name}-${number}`; input.value = ""; });
    line.querySelectorAll("label").forEach((label, at) => {
      label.htmlFor = `${["name", "roll"][at]}-${number}`;
      label.textContent = label.textContent.replace(/\d+/, number);
    });
    list.append(line);
    line.querySelector("input").focus();
    prepare();
  });
  document.addEventListener("htmx:afterSwap", prepare);
  const first = document.getElementById("name-1");
  if (first && !first.value && matchMedia("(pointer: fine)").matches) first.focus();
  prepare();
})();
