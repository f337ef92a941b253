// One more line for a player, and the club's players by a tap. Without this file the form does
// the first by a round trip, and the browser's own list offers the names.
"use strict";

(() => {
  const MOST = 12;

  function prepare() {
    const button = document.getElementById("add-seat");
    if (button) button.hidden = document.querySelectorAll("#seats ol > li").length >= MOST;
    offer();
  }

  const names = () => [...document.querySelectorAll("#seats input[name=name]")];

  // The known players who do not sit yet.
  function offer() {
    const group = document.querySelector(".known-players");
    if (!group) return;
    const seated = new Set(names().map((input) => input.value.trim().toLowerCase()));
    const buttons = [...group.querySelectorAll("button")];
    buttons.forEach((button) => { button.hidden = seated.has(button.value.toLowerCase()); });
    group.hidden = buttons.every((button) => button.hidden);
  }

  function seat(name) {
    const empty = () => names().find((input) => !input.value.trim());
    if (!empty() && names().length < MOST) addSeat();
    const input = empty();
    if (input) input.value = name;
    offer();
  }

  document.addEventListener("click", (event) => {
    const known = event.target.closest(".known-players button");
    if (known) seat(known.value);
    if (event.target.id !== "add-seat") return;
    addSeat();
    document.querySelector("#seats ol").lastElementChild.querySelector("input").focus();
  });
  document.addEventListener("input", (event) => { if (event.target.name === "name") offer(); });

  function addSeat() {
    const list = document.querySelector("#seats ol");
    const number = list.children.length + 1;
    const line = list.lastElementChild.cloneNode(true);
    line.querySelectorAll("input").forEach((input) => { input.id = `${input.name}-${number}`; input.value = ""; });
    line.querySelectorAll("label").forEach((label, at) => {
      label.htmlFor = `${["name", "roll"][at]}-${number}`;
      label.textContent = label.textContent.replace(/\d+/, number);
    });
    list.append(line);
    prepare();
  }
  document.addEventListener("htmx:afterSwap", prepare);
  const first = document.getElementById("name-1");
  if (first && !first.value && matchMedia("(pointer: fine)").matches) first.focus();
  prepare();
})();
