// A showdown hand between two throws, where the server is silent: the page says what lies. What may
// be thrown again is judged when the hand is sent.
"use strict";

(() => {
  const PIPS = { 9: 1, 10: 2, T: 2, J: 3, Q: 4, K: 5, A: 6, "В": 3, "Д": 4, "К": 5, "Т": 6 };
  const form = () => document.getElementById("turn-form");
  const thrown = () => form().querySelector("input[name=thrown]");
  const dice = () => document.getElementById("dice");
  const marked = () => [...form().querySelectorAll("input[name=again]:checked")].map((box) => box.value);

  // Throws as the form carries them, "33156 234:643": what lies, what lies for good, how many throws.
  function read(text) {
    const [first, ...others] = text.split(" ");
    const pips = [...first];
    const frozen = pips.map(() => false);
    for (const [positions, shown] of others.map((part) => part.split(":"))) {
      pips.forEach((_, at) => { if (!positions.includes(at)) frozen[at] = true; });
      [...positions].forEach((at, nth) => { pips[at] = shown[nth]; });
    }
    return { pips, frozen, throws: first ? others.length + 1 : 0 };
  }

  const typed = () => (turnEntry.read(dice().value)?.faces ?? []).map((face) => PIPS[face.toUpperCase()] ?? face).join("");

  // The throws with what is typed now; null where dice are missing.
  function after() {
    const [before, now, again] = [thrown().value, typed(), marked().join("")];
    if (!before) return now.length === 5 ? now : null;
    if (!now && !again) return before;
    return again && now.length === again.length ? `${before} ${again}:${now}` : null;
  }

  // Shows the hand after ``text`` and nothing typed; "" is a hand not begun.
  function lay(text, player = form().elements.player.value, again = []) {
    const { pips, frozen, throws } = read(text);
    const mayThrow = throws < Number(form().dataset.most) && frozen.includes(false);
    const state = !throws ? "first" : mayThrow ? "again" : "last";
    thrown().value = text;
    dice().value = "";
    form().querySelectorAll("[data-hand]").forEach((part) => {
      part.hidden = !part.dataset.hand.split(" ").includes(state);
      if ("disabled" in part) part.disabled = part.hidden;
    });
    form().querySelectorAll("input[name=player]").forEach((input) => {
      if (input.type === "hidden") input.value = player;
      else input.checked = input.value === player;
    });
    form().querySelectorAll(".lying-die").forEach((die, at) => layDie(die, pips[at], frozen[at], mayThrow, again.includes(String(at))));
    form().querySelector(".lying-hand").textContent = "";
    turnEntry.draw();
  }

  function layDie(die, pips, isFrozen, mayThrow, isMarked) {
    const box = die.querySelector("input");
    box.checked = isMarked;
    box.disabled = isFrozen || !mayThrow;
    die.classList.toggle("lying-die--frozen", Boolean(isFrozen));
    die.querySelector(".meta").hidden = !isFrozen;
    if (!pips) return;
    const drawn = form().querySelector(`.pad-face[data-pips="${pips}"] .die`).cloneNode(true);
    drawn.removeAttribute("aria-hidden");
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", pips);
    die.querySelector(".die").replaceWith(drawn);
  }

  function throwOn() {
    const text = after();
    if (text === null || (text === thrown().value)) return false;
    lay(text);
    dice().focus({ preventScroll: true });
    return true;
  }

  // For offline.js.
  globalThis.handEntry = { lay, throwOn, isComplete: () => after() !== null, lies: () => read(after() ?? "").pips.join("") };
})();
