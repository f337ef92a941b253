// Typing a turn: five digits, then one key. Without this file the page works as a plain form.
"use strict";

(() => {
  const PIPS = "[1-6]";
  const ALPHABETS = ["9|10|[TtJjQqKkAa]", "9|10|[ВвДдКкТт]"];
  const later = [];  // keys typed while an answer is on its way; they are meant for what comes then
  let held = null;  // such keys after a turn that was not taken: they wait for the host to say what they were
  let commitWhenSeen = false;
  let sending = false;  // a request that will bring another table is on its way
  let answeredAt = null;  // how many of ``later`` were typed before that table stood in the page
  let looking = null;  // the request for the points of the dice: one at a time
  let asked = "";  // dice and throws it is about
  let pressing = false;  // a button of the choices is held down: it must stay until it is let go
  let good = "";  // what stood in the dice field when it was last read
  let chosen = "";  // the box that the arrows have marked

  const dice = () => document.getElementById("dice");
  const choices = () => document.getElementById("choices");
  const kept = () => document.getElementById("kept-keys");
  const number = () => Number(document.querySelector("#turn-form input[name=number]")?.value ?? NaN);
  const count = () => Number(dice()?.dataset.count);
  const throws = () => document.querySelector('input[name="throws"]:checked');
  const seen = () => choices() && choices().dataset.complete === "yes" && choices().dataset.dice === dice().value && choices().dataset.throws === throws()?.value;
  const open = () => [...choices().querySelectorAll("button.chip[name=box][data-key]:not(:disabled)")];
  const marked = () => choices().querySelector(".chip--best:not(:disabled)");
  const typed = () => `${dice()?.value} ${throws()?.value}`;
  const isBusy = () => commitWhenSeen || sending;
  const isComplete = () => Boolean(dice()) && isFull(dice().value);

  // The dice that a text means, as they are written in it, and the beginning of a 10; null for none.
  function read(text) {
    const letters = text.replace(/[\s,]/g, "");
    const alphabets = count() === 6 ? [`${PIPS}|0`] : [PIPS, ...ALPHABETS];
    if (count() === 6 && letters.split("0").length > 2) return null;  // one joker
    for (const [at, alphabet] of alphabets.entries()) {
      const [, whole, begun] = new RegExp(`^((?:${alphabet})*)(1?)$`).exec(letters) ?? [];
      if (whole !== undefined && (at > 0 || !begun)) return { faces: whole.match(new RegExp(alphabet, "g")) ?? [], begun: Boolean(begun) };
    }
    return null;
  }

  const fits = (text) => { const found = read(text); return found !== null && found.faces.length + Number(found.begun) <= count(); };
  const isFull = (text) => { const found = read(text); return found !== null && !found.begun && found.faces.length === count(); };

  // A text is to stand in the field, of which ``added`` has just come in.
  function accept(text, added) {
    if (text.length < good.length || fits(text)) put(text);
    else if (added && isFull(good) && fits(added)) put(added);  // the next dice, not a sixth one
    else { put(good); say(read(text) ? few() : dice().dataset.unread); return; }
    commitWhenSeen = false;
  }

  function put(text) {
    if (dice().value !== text) dice().value = text;
    chosen = "";
    say("");
    look();
  }

  const few = () => dice().dataset.few.replace("#", read(dice().value)?.faces.length ?? 0);

  function say(words) {
    const place = document.getElementById("dice-said");
    if (!place) return;
    place.textContent = words;
    place.hidden = !words;
  }

  function look() {
    if (!dice()) return;  // the panel has gone: there is nothing to look at
    draw();
    if (!choices() || looking) return;  // its answer looks again, at what stands there by then
    if (isComplete() || choices().dataset.complete === "yes") htmx.trigger(dice(), "look");
  }

  // The dice as they are read, drawn as the pad draws them.
  function draw() {
    good = dice().value;
    const drawn = document.getElementById("dice-drawn");
    if (drawn) drawn.replaceChildren(...(read(good)?.faces ?? []).map(drawnDie));
  }

  function drawnDie(face) {
    const isPips = /^[0-6]$/.test(face);
    const die = document.querySelector(`.pad-face[data-pips="${isPips ? face : 1}"] .die`).cloneNode(true);
    if (isPips) return die;
    const letter = document.createElementNS(die.namespaceURI, "text");
    for (const [name, value] of Object.entries({ class: "die-letter", x: 12, y: 17.5, "text-anchor": "middle" })) letter.setAttribute(name, value);
    letter.textContent = face.replace(/t/i, "10").toUpperCase();
    die.querySelector(".die-pip").replaceWith(letter);
    return die;
  }

  function commit() {
    if (!seen() && !looking) look();
    if (seen() || !looking) fillMarked();
    else commitWhenSeen = true;
  }

  function fillMarked() {
    const chip = seen() && marked();
    if (chip) chip.click();
    else { hold(number()); say(choices()?.dataset.wrong || dice()?.dataset.unmarked || ""); }
  }

  // Keys that were typed after the turn ``after``, which was not taken: nothing typed is lost. Those
  // typed since its answer stands in the page are no such keys: they are meant for what it shows.
  function hold(after) {
    const strokes = later.splice(0, answeredAt ?? later.length);
    if (strokes.length) held = { after, strokes: [...(held?.strokes ?? []), ...strokes] };
    showHeld();
  }

  function showHeld() {
    if (!kept()) return;
    kept().hidden = !held;
    if (!held) return;
    kept().querySelector("kbd").textContent = held.strokes.map(named).join(" ");
    // While the turn before them stands in the panel they would be typed into it.
    kept().querySelector("[data-keys=go]").disabled = !choices() || !dice() || !(number() > held.after);
  }

  const named = ({ key, back }) => (back ? { undo: "Ctrl+Z", redo: "Ctrl+Y" }[back] : key.length > 1 ? key : key.toUpperCase());

  function goOnWithHeld(does) {
    if (does === "go") later.push(...held.strokes);
    held = null;
    showHeld();
    dice()?.focus({ preventScroll: true });
    goOn({});
  }

  function move(step) {
    const chips = open();
    const at = chips.indexOf(marked());
    if (!chips.length) return;
    const from = at < 0 && step < 0 ? 0 : at;
    mark(chips[(from + step + chips.length) % chips.length]);
    chosen = marked().value;
    sayMarked();
  }

  function mark(chip) {
    marked()?.classList.remove("chip--best");
    chip.classList.add("chip--best");
    choices().querySelectorAll(".chip-first").forEach((sign) => { sign.hidden = true; });  // * fills this one now
  }

  // What Enter would fill, for who does not see the mark.
  function sayMarked() {
    const told = document.getElementById("marked");
    const chip = seen() && marked();
    if (told) told.textContent = chip ? `${told.dataset.words} ${chip.querySelector(".chip-name").textContent}, ${chip.querySelector(".chip-points").textContent}` : "";
  }

  function setThrows(value) {
    const radio = document.querySelector(`input[name="throws"][value="${value}"]`);
    if (!radio) return;
    radio.checked = true;
    look();
  }

  // What a key does to the turn besides writing a die; whether it did something.
  function act({ key, code }) {
    const letter = /^Key([A-T])$/.exec(code);
    const press = (name) => choices().querySelector(`[data-key="${name}"]:not(:disabled)`)?.click();
    if (key === "Enter") { if (isComplete()) commit(); else say(few()); }
    else if (key === "*" || key === "/") { setThrows(key === "*" ? 1 : 2); if (isComplete()) commit(); }
    else if (["-", "+"].includes(key)) press(key);
    else if (key === "Escape") put("");
    else if (isComplete() && ["ArrowDown", "ArrowRight"].includes(key) && seen()) move(1);
    else if (isComplete() && ["ArrowUp", "ArrowLeft"].includes(key) && seen()) move(-1);
    else if (isComplete() && letter) press(letter[1].toLowerCase());
    else return false;
    return true;
  }

  // A key that was typed ahead, or a face of the pad.
  function enter(stroke) {
    if (isBusy()) later.push(stroke);
    else if (stroke.back) formBack(stroke.back)?.click();
    else if (act(stroke)) return;
    else if (stroke.key === "Backspace") accept(dice().value.slice(0, -1));
    else if (stroke.key.length === 1) accept(dice().value + stroke.key, stroke.key);
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey) { takeBack(event); return; }
    if (!dice() || !choices() || event.altKey) return;
    const inDice = event.target === dice();
    const writesElsewhere = event.target.closest("input:not([type=radio]), select, textarea");
    const presses = ["Enter", " "].includes(event.key) && !event.target.closest("#turn-form") && event.target.closest("a, button, summary");
    if (isBusy() && (inDice || !writesElsewhere) && !presses && !["Tab", "Shift"].includes(event.key)) {
      if (!event.repeat && event.key !== "Unidentified") enter({ key: event.key, code: event.code });
      event.preventDefault();
      return;
    }
    // A die typed anywhere but in a field is meant for the dice, as after a click on the throws.
    if (!inDice && !writesElsewhere && /^[1-6]$/.test(event.key)) { dice().focus(); return; }
    if (!inDice && event.target.closest("input, select, textarea, button, a, summary")) return;
    if (!inDice && event.key === "Enter" && !isComplete()) return;
    if (act(event)) event.preventDefault();
  }

  const formBack = (action) => document.querySelector(`#table form[action$="/${action}/"] button`);

  // Ctrl+Z and Ctrl+Y or Ctrl+Shift+Z, while no text of its own could be meant.
  function takeBack(event) {
    const key = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.slice(3).toLowerCase();
    const action = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[key];
    if (!action || !formBack(action) || dice()?.value || event.target.closest("input:not(#dice, [type=radio]), select, textarea")) return;
    event.preventDefault();
    enter({ key: "", code: "", back: action });
  }

  // Without a chosen box a form sends itself by its first button: never here.
  function onSubmit(event) {
    if (event.target.id !== "turn-form" || !dice() || !choices() || event.submitter?.matches(".chip")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isBusy()) return;
    if (document.activeElement?.id === "thrown") dice().focus();
    else setTimeout(act, 0, { key: "Enter", code: "" });  // a form cannot be sent while it is being sent
  }

  // An answer has come, or none will: what waited for it goes on.
  function goOn({ status = 0, looked = false }) {
    if (looked && !looking && dice() && typed() !== asked) look();
    if (looked) lookedAt();
    if (looking || sending) return;
    if (commitWhenSeen) { commitWhenSeen = false; fillMarked(); }
    else if (choices()?.dataset.wrong) say(choices().dataset.wrong);
    // At a turn that somebody else wrote the panel is the next one's already.
    if (status === 409) hold(number() - 1);
    else if (status === 422 || !dice() || !choices()) hold(number());
    while (later.length && !isBusy()) enter(later.shift());
  }

  // The points of the dice have come: the mark stays where the arrows have put it.
  function lookedAt() {
    const chip = chosen && choices() && open().find((one) => one.value === chosen);
    if (chip) mark(chip);
    sayMarked();
  }

  function prepare() {
    looking = null;  // what the last panel asked for is nobody's answer any more
    chosen = "";
    showHeld();
    sayMarked();
    if (dice()) draw();
    document.querySelectorAll(".pad").forEach((pad) => { pad.hidden = Boolean(document.querySelector(".dice-row[hidden]")); });
    document.querySelectorAll("[data-no-script]").forEach((button) => { button.hidden = true; });
    const told = document.getElementById("stored");
    if (told) told.textContent = document.querySelector(".turn-stored")?.textContent ?? "";
    // Another host's turn may have brought the table: whoever is elsewhere in the page stays there.
    if (matchMedia("(pointer: fine)").matches && document.activeElement === document.body) document.querySelector("[data-focus]")?.focus({ preventScroll: true });
  }

  // What is marked while a throw is on its way would go with it, where the page itself lays the dice.
  const letChoose = (may) => document.querySelectorAll("#turn-form fieldset").forEach((choice) => { choice.inert = !may; });
  const bringsTable = (detail) => detail.requestConfig.verb === "post" && detail.target?.id === "table";

  // Else a new panel is deaf for 20 ms: keys that waited for it would not ask for their points.
  htmx.config.defaultSettleDelay = 0;
  // Whoever is faster than this script has typed all dice already.
  document.addEventListener("DOMContentLoaded", () => { if (isComplete() && !seen()) look(); });
  document.addEventListener("keydown", onKey);
  document.addEventListener("submit", onSubmit, true);
  document.addEventListener("beforeinput", (event) => {
    if (event.target !== dice() || !isBusy() || !event.data) return;
    event.preventDefault();  // a phone's keyboard names no keys
    [...event.data].forEach((key) => enter({ key, code: "" }));
  });
  document.addEventListener("input", (event) => { if (event.target === dice()) accept(dice().value, event.data); });
  document.addEventListener("change", (event) => { if (event.target.name === "throws") look(); });
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".pad button");
    if (button) enter({ key: button.dataset.pips ?? button.dataset.does, code: "" });
    const does = event.target.closest("#kept-keys button")?.dataset.keys;
    if (does && held) goOnWithHeld(does);
  });
  document.addEventListener("pointerdown", (event) => { pressing = Boolean(event.target.closest("#choices button")); });
  // After the click, which may send the turn; else the points that came meanwhile are asked for again.
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => setTimeout(() => {
    if (!pressing) return;
    pressing = false;
    if (!isBusy() && isComplete() && !seen()) look();
  }));
  document.addEventListener("htmx:beforeSwap", ({ detail }) => { if (pressing && detail.target === choices()) detail.shouldSwap = false; });
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    if (detail.requestConfig.elt === dice()) { looking = detail.xhr; asked = typed(); }
    if (bringsTable(detail)) { sending = true; commitWhenSeen = false; letChoose(false); }
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const isLook = detail.xhr === looking;
    if (!isLook && !bringsTable(detail)) return;
    // After offline.js, which lays the next panel where there is no answer; until then keys wait.
    setTimeout(() => {
      if (!isLook) { sending = false; letChoose(true); }
      else if (detail.xhr === looking) looking = null;
      goOn({ looked: isLook, status: isLook ? 0 : detail.xhr.status });
      if (!isLook) answeredAt = null;
    });
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (sending && bringsTable(event.detail)) answeredAt = later.length;
    if (event.detail.target.matches("#table, #blitz") || document.getElementById("table") === event.target) prepare();
  });
  globalThis.turnEntry = { isComplete, draw, read, isSending: () => sending };  // for hand.js and offline.js
  prepare();
})();
