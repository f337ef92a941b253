// Typing a turn: five digits, then one key. Without this file the page works as a plain form.
"use strict";

(() => {
  const PIPS = /[1-6]/g;
  const FACES = /10|[9TtJjQqKkAaВвДдКкТт]/g;
  let commitWhenSeen = false;

  const dice = () => document.getElementById("dice");
  const choices = () => document.getElementById("choices");
  const typedDice = (text) => (text.replace(/10/g, "T").match(/[1-6]/) ? text.match(PIPS) : text.match(FACES)) || [];
  const isComplete = () => dice() && typedDice(dice().value.trim().replace(/^0|0/, "1")).length === Number(dice().dataset.count);
  const throws = () => document.querySelector('input[name="throws"]:checked');
  const seen = () => choices() && choices().dataset.complete === "yes" && choices().dataset.dice === dice().value && choices().dataset.throws === throws()?.value;
  const open = () => [...choices().querySelectorAll("button.chip[name=box][data-key]:not(:disabled)")];
  const marked = () => choices().querySelector(".chip--best:not(:disabled)");

  function look() {
    draw();
    if (!choices()) return;
    if (isComplete() || choices().dataset.complete === "yes") htmx.trigger(dice(), "look");
  }

  // The dice as they are typed, drawn as the pad draws them.
  function draw() {
    const drawn = document.getElementById("dice-drawn");
    if (!drawn) return;
    const faces = dice().value.replace(/^0|0/, "1").match(PIPS) || [];
    drawn.replaceChildren(...faces.map((pips) => document.querySelector(`.pad-face[data-pips="${pips}"] .die`)?.cloneNode(true)).filter(Boolean));
  }

  function commit() {
    commitWhenSeen = !seen();
    if (!commitWhenSeen) marked()?.click();
  }

  function move(step) {
    const chips = open();
    const at = chips.indexOf(marked());
    if (!chips.length) return;
    marked()?.classList.remove("chip--best");
    chips[(at + step + chips.length) % chips.length].classList.add("chip--best");
  }

  function setThrows(value) {
    const radio = document.querySelector(`input[name="throws"][value="${value}"]`);
    if (!radio) return;
    radio.checked = true;
    look();
  }

  function onKey(event) {
    if (!dice() || !choices() || event.ctrlKey || event.altKey || event.metaKey) return;
    const inDice = event.target === dice();
    const writesElsewhere = event.target.closest("input:not([type=radio]), select, textarea");
    // A die typed anywhere but in a field is meant for the dice, as after a click on the throws.
    if (!inDice && !writesElsewhere && !isComplete() && /^[1-6]$/.test(event.key)) { dice().focus(); return; }
    if (!inDice && event.target.closest("input, select, textarea, button, a, summary")) return;
    const letter = /^Key([A-T])$/.exec(event.code);
    if (event.key === "Enter" && isComplete()) commit();
    else if (event.key === "*") { setThrows(1); if (isComplete()) commit(); }
    else if (event.key === "/") setThrows(2);
    else if (["-", "+"].includes(event.key)) choices().querySelector(`[data-key="${event.key}"]`)?.click();
    else if (event.key === "Escape") { dice().value = ""; look(); }
    else if (isComplete() && ["ArrowDown", "ArrowRight"].includes(event.key) && seen()) move(1);
    else if (isComplete() && ["ArrowUp", "ArrowLeft"].includes(event.key) && seen()) move(-1);
    else if (isComplete() && letter) choices().querySelector(`[data-key="${letter[1].toLowerCase()}"]:not(:disabled)`)?.click();
    else if (isComplete() && inDice && event.key.length === 1) { /* a sixth die is no die */ }
    else return;
    event.preventDefault();
  }

  function prepare() {
    if (dice()) draw();
    document.querySelectorAll(".pad[hidden]").forEach((pad) => { pad.hidden = false; });
    document.querySelectorAll("[data-no-script]").forEach((button) => { button.hidden = true; });
    // Another host's turn may have brought the table: whoever is elsewhere in the page stays there.
    if (matchMedia("(pointer: fine)").matches && document.activeElement === document.body) document.querySelector("[data-focus]")?.focus({ preventScroll: true });
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("input", (event) => { if (event.target === dice()) { commitWhenSeen = false; look(); } });
  document.addEventListener("change", (event) => { if (event.target.name === "throws") look(); });
  document.addEventListener("click", (event) => {
    const face = event.target.closest(".pad-face");
    const erase = event.target.closest(".pad-erase");
    if (face && !isComplete()) dice().value += face.dataset.pips;
    if (erase) dice().value = dice().value.slice(0, -1);
    if (face || erase) { commitWhenSeen = false; look(); }
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "table" || document.getElementById("table") === event.target) prepare();
    if (commitWhenSeen && seen()) commit();
  });
  globalThis.turnEntry = { isComplete, draw };  // for offline.js
  prepare();
})();
