// A turn is written down in this browser before it is sent, and struck off when the server has it.
// While turns wait, the panel goes on with the players that come next. Another host's turns appear.
"use strict";

(() => {
  const BEAT = 4000;  // milliseconds between two looks at the server
  const PATIENCE = 6000;  // milliseconds after which a silent server counts as gone
  let state = "";  // why turns wait: a word of #not-stored
  let objection = "";  // a word of it about what was just pressed, which stands until something else is
  let busy = false;

  const table = () => document.getElementById("table");
  const form = () => document.getElementById("turn-form");
  const dice = () => document.getElementById("dice");
  const list = () => document.getElementById("waiting");
  const isHere = () => Boolean(table() && list());  // what answers late may find the page left
  const ahead = () => JSON.parse(table().dataset.ahead);
  const field = (name) => form().querySelector(`input[name="${name}"]`);
  const place = (kind) => `${kind} ${list().dataset.account} ${list().dataset.game}`;

  // Turns that this browser keeps, by number. Another account's turns are never shown or sent.

  const kept = () => JSON.parse(localStorage.getItem(place("turns")) ?? "[]");
  const isOnItsWay = (turn) => Math.abs(Date.now() - turn.sentAt) < PATIENCE;
  const waiting = () => kept().filter((turn) => !isOnItsWay(turn));
  const without = (key) => kept().filter((turn) => turn.key !== key);

  function write(turns) {
    turns.sort((one, other) => one.number - other.number);
    if (turns.length) localStorage.setItem(place("turns"), JSON.stringify(turns));
    else localStorage.removeItem(place("turns"));
  }

  const keep = (turn) => write([...without(turn.key), turn]);
  const strike = (key) => write(without(key));

  function newKey() {
    // crypto.randomUUID is missing where the club's server speaks plain HTTP.
    const digits = crypto.getRandomValues(new Uint8Array(16)).reduce((text, byte) => text + byte.toString(16).padStart(2, "0"), "");
    return digits.replace(/^(.{12}).(.{3}).(.{15})$/, "$14$28$3");
  }

  // What stands in the page

  const isThrow = (config) => config.elt.id === "turn-form" && config.formData.get("step") === "again";
  const isTurn = (config) => config.elt.id === "turn-form" && !isThrow(config);
  const isTyping = () => Boolean(form() && !form().closest(".turn").hidden && (dice()?.value || form().querySelector(".lying:not([hidden]), .chip-figures[open]") || form().querySelector("#thrown")?.value || hasOtherThrows()));
  const hasOtherThrows = () => { const throws = form().querySelector("input[name=throws]:checked"); return Boolean(throws) && !throws.defaultChecked; };
  const isAhead = () => waiting().length > 0 || Number(field("number").value) !== ahead().number;

  function say(word) {
    const notice = document.getElementById("not-stored");
    const words = word ? notice.dataset[word] : "";
    const [text, link] = notice.children;
    if (text.textContent !== words) text.textContent = words;  // said aloud once, not at each beat
    link.hidden = word !== "signedOut";
    notice.hidden = !word;
  }

  function show({ anew = false } = {}) {
    if (!isHere()) return;
    const turns = waiting();
    layLines(turns);
    list().hidden = !turns.length;
    // What is stored cannot be taken back or closed under turns that still wait.
    document.querySelectorAll("#table > :is(.actions, details.turn-more) button").forEach((button) => { button.disabled = turns.length > 0; });
    const isLate = form() && !turns.length && Number(field("number").value) < ahead().number;
    if (!state && !turns.length) objection = "";
    say(objection || state || (isLate ? "meanwhile" : ""));
    if (form() && (anew || (turns.length && !isTyping()))) layPanel(anew);
  }

  function object(word) {
    objection = word;
    say(word);
  }

  function withdrawObjection() {
    if (!objection) return;
    objection = "";
    show();
  }

  // What has not changed is left alone: a button that is being pressed, or has the focus.
  function layLines(turns) {
    const old = list().querySelector("ol");
    const fresh = old.cloneNode();
    fresh.append(...turns.map(line));
    if (!fresh.isEqualNode(old)) old.replaceChildren(...fresh.childNodes);
  }

  function line(turn) {
    const item = list().querySelector("template").content.cloneNode(true);
    const throws = turn.throws && `${list().dataset.throws} ${turn.throws}`;
    item.querySelector(".waiting-turn").textContent = [`${turn.name}: ${turn.choice}`, turn.shown ?? turn.dice, throws].filter(Boolean).join(", ");
    const why = item.querySelector(".field-error");
    why.textContent = turn.refused ?? "";
    why.hidden = !turn.refused;
    const edit = item.querySelector("[data-edit]");
    edit.dataset.edit = turn.key;
    edit.hidden = turn.number < ahead().number;  // somebody else's turn has that number
    const drop = item.querySelector("[data-drop]");
    drop.dataset.drop = turn.key;
    drop.hidden = !turn.refused;
    return item;
  }

  // The panel of the next player: order and open boxes are the server's, less what waits.

  function nextTurn() {
    const { number, seats, once, always, extras } = ahead();
    const turns = kept();
    const used = new Map(seats.map((seat) => [seat.player, []]));
    const left = (seat, boxes) => (boxes ?? []).filter((box) => !used.get(seat.player).includes(box));
    const hasTurn = (seat) => !(once && used.get(seat.player).length) && (always || left(seat, seat.free).some((box) => !extras.includes(box)));
    const isPoured = (box, to) => turns.some((turn) => turn.poured === `${box}>${to}`);
    // What one has made oneself, to whoever still has it open.
    const pours = (seat) => Object.entries(seat.pours ?? {}).filter(([box]) => !left(seat, seat.free).includes(box)).flatMap(([box, others]) => (
      seats.filter(({ player, free }) => others.includes(player) && free.includes(box) && !used.get(player).includes(box) && !isPoured(box, player)).map((to) => ({ box, to }))
    ));
    let at = 0;
    for (let next = number; ; next += 1) {
      const seat = [...seats.slice(at), ...seats.slice(0, at)].find(hasTurn);
      const turn = turns.find((other) => other.number === next);
      if (!seat) return null;
      if (!turn) return { ...seat, number: next, due: left(seat, seat.due).length ? left(seat, seat.due) : left(seat, seat.free), pours: pours(seat) };
      used.get(turn.player)?.push(turn.box);
      at = seats.findIndex((other) => other.player === turn.player) + 1;
    }
  }

  function layPanel(anew) {
    if (anew) globalThis.handEntry?.lay("");
    const next = nextTurn();
    form().closest(".turn").hidden = !next;
    if (!next || (!anew && Number(field("number").value) === next.number)) return;
    const { usual } = ahead();
    field("number").value = next.number;
    field("client_key").value = newKey();
    document.getElementById("turn-who").textContent = next.name;
    form().querySelectorAll(".turn-who .meta, .field-error").forEach((old) => old.remove());
    form().querySelectorAll('input[name="player"]').forEach((input) => layPlayer(input, next.player));
    form().querySelectorAll("#dice, #thrown").forEach((input) => { input.value = ""; });
    const throws = form().querySelector(".throws-choices:has(input[name=throws])");
    if (throws) throws.replaceChildren(...next.throws.map((number) => throwsChoice(throws.firstElementChild, number, usual)));
    form().querySelectorAll("button.chip[name=box][data-key]").forEach((chip) => { chip.disabled = !next.due.includes(chip.value); });
    form().querySelectorAll(".chip-figures").forEach((chip) => { chip.hidden = !next.due.includes(chip.dataset.box); chip.open = false; });
    withoutPoints("");
    if (dice()) turnEntry.draw();
    if (anew && matchMedia("(pointer: fine)").matches) dice()?.focus({ preventScroll: true });
  }

  function layPlayer(input, player) {
    if (input.type === "hidden") { input.value = player; return; }
    input.checked = input.value === player;
    input.closest("label").hidden = kept().some((turn) => turn.player === input.value);
  }

  function throwsChoice(label, number, usual) {
    const copy = label.cloneNode(true);
    const input = copy.querySelector("input");
    input.value = number;
    input.checked = input.defaultChecked = number === usual;
    copy.querySelector("span").textContent = number;
    return copy;
  }

  function withoutPoints(mark) {
    const choices = document.getElementById("choices");
    if (!choices || !dice()) return;
    const complete = turnEntry.isComplete();
    choices.dataset.complete = complete ? "yes" : "no";
    choices.dataset.dice = dice().value;
    choices.dataset.throws = form().querySelector("input[name=throws]:checked").value;
    choices.querySelectorAll(".chip").forEach((chip) => chip.classList.remove("chip--best", "chip--zero"));
    layPours(complete ? nextTurn()?.pours ?? [] : []);
    choices.querySelectorAll(".chip-points").forEach((output) => { output.textContent = complete && !output.closest(".chip").disabled ? mark : ""; });
  }

  // Whether these dice may be poured is for the server to say, when it is asked.
  function layPours(pours) {
    const sample = document.getElementById("pour");
    if (!sample) return;
    form().querySelectorAll(".chip--pour").forEach((old) => old.remove());
    for (const { box, to } of pours) {
      const chip = form().querySelector(`button.chip[name=box][value="${box}"]`);
      const pour = sample.content.firstElementChild.cloneNode(true);
      pour.value = `${box}>${to.player}`;
      const name = pour.querySelector(".chip-name");
      name.textContent = name.textContent.replace("#", chip.querySelector(".chip-name").textContent).replace("@", to.name);
      chip.after(pour);
    }
  }

  // A turn leaves the form

  function typedTurn(config) {
    const button = config.triggeringEvent.submitter;
    const data = config.formData;
    const value = (name) => data.get(name) ?? "";
    const chosen = form().querySelector('input[type="radio"][name="player"]:checked');
    const [box] = value("box").split(/[>=]/);
    return {
      key: value("client_key"),
      number: Number(value("number")),
      player: value("player"),
      name: (chosen?.closest("label") ?? document.getElementById("turn-who")).textContent.trim(),
      box: value("box").includes(">") ? "" : box,
      poured: value("box").includes(">") ? value("box") : "",
      choice: (button.getAttribute("aria-label") ?? (button.querySelector(".chip-name") ?? button).textContent).trim(),
      dice: value("dice"),
      shown: globalThis.handEntry?.lies() || value("dice"),
      throws: value("throws"),
      // Without dice only what needs none is a turn: a second press must not become the next one.
      complete: globalThis.handEntry?.isComplete() ?? (!dice() || value("kind") !== "" || ahead().extras.includes(box) || turnEntry.isComplete()),
      fields: [...data].filter(([name]) => name !== "csrfmiddlewaretoken"),
      sentAt: 0,
    };
  }

  function onTurn(event, config) {
    const turn = typedTurn(config);
    if (!waiting().length) { keep({ ...turn, sentAt: Date.now() }); return; }
    event.preventDefault();
    if (turn.complete) { keep(turn); show({ anew: true }); beat(); }
    else object("incomplete");
  }

  // A throw of a hand that goes on is nothing to store: without an answer the page itself lays the dice.
  function throwOn() {
    const isLaid = handEntry.throwOn();
    show();
    if (!isLaid) object("incomplete");
    saveDraft();
  }

  function notSent(config, status) {
    const turn = kept().find((other) => other.key === config.formData.get("client_key"));
    if (!turn) return;
    state = stateAfter(status);
    if (turn.complete) keep({ ...turn, sentAt: 0 });
    else strike(turn.key);
    show({ anew: turn.complete });
    if (!turn.complete) object("incomplete");
    beat();  // perhaps only the answer was lost, or the form was stale
  }

  // Asking the server; status 0 where it is silent

  async function ask(path, options = {}) {
    try {
      const answer = await fetch(path, { cache: "no-store", ...options, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
      return { status: answer.status, html: await answer.text(), others: decodeURIComponent(answer.headers.get("Also-Open") ?? "") };
    } catch {
      return { status: 0, html: "" };
    }
  }

  // What was asked before the last answer came may come after it: it would take back what that says.
  const isNews = (html) => Number(tableIn(html)?.dataset.version) > Number(table().dataset.version);
  const tableIn = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("table");
  const stateAfter = (status) => (status === 0 ? "offline" : [401, 403].includes(status) ? "signedOut" : "failed");

  // Who else has the sheet open, said once and quietly.
  function tell(names) {
    const told = document.getElementById("also-open");
    const words = names && `${told.dataset.words} ${names}`;
    if (told.textContent !== words) told.textContent = words;
  }

  async function refresh({ always = false } = {}) {
    const asked = new URLSearchParams(always ? {} : { version: table().dataset.version });
    if (form() && field("by")) asked.set("by", field("by").value);
    const { status, html, others } = await ask(`${list().dataset.game}?${asked}`);
    if (!isHere()) return false;
    if (asked.has("version")) tell(others ?? "");
    const isBack = state === "offline" && status > 0;
    state = status === 200 || status === 204 ? "" : stateAfter(status);
    if (status === 200 && (always || isNews(html))) take(html);
    if (isBack && dice()?.value && !isAhead()) htmx.trigger(dice(), "look");
    return status === 200 || status === 204;
  }

  async function freshToken() {
    const { status, html } = await ask(list().dataset.game);
    if (!isHere()) return false;
    const page = status === 200 ? tableIn(html) : null;
    // Somebody else has signed in at this browser: these are not their turns.
    if (page?.querySelector("#waiting").dataset.account !== list().dataset.account) return false;
    const token = page.querySelector("input[name=csrfmiddlewaretoken]")?.value;
    document.querySelectorAll("input[name=csrfmiddlewaretoken]").forEach((input) => { input.value = token; });
    return Boolean(token);
  }

  function send(turn) {
    const token = document.querySelector("input[name=csrfmiddlewaretoken]").value;
    return ask(list().dataset.turn, { method: "POST", body: new URLSearchParams([...turn.fields, ["csrfmiddlewaretoken", token]]) });
  }

  async function sendAll() {
    let renewed = false;
    if (state === "signedOut" && !(await freshToken())) return;
    for (let [turn] = waiting(); turn && !turn.refused; [turn] = waiting()) {
      if (turn.number > ahead().number && !(await refresh())) return;
      if (turn.number > ahead().number) { state = "gap"; return; }
      const { status, html } = await send(turn);
      if (!isHere()) return;
      if (status === 403 && !renewed) { renewed = await freshToken(); if (renewed) continue; }
      if (status === 200) { take(html, turn.key); state = ""; continue; }
      if (status >= 400 && status < 500 && ![401, 403].includes(status)) { keep({ ...turn, refused: reason(html) }); break; }
      state = stateAfter(status);
      return;
    }
    if (waiting()[0]?.refused) { await refresh({ always: true }); state = state || "refused"; }
  }

  function reason(html) {
    const said = tableIn(html)?.querySelectorAll(".notice--wrong[role=alert], .field-error:not(template *)") ?? [];
    return [...said].map((text) => text.textContent.trim()).filter(Boolean).join(" ") || document.getElementById("not-stored").dataset.failed;
  }

  async function beat() {
    if (busy || !isHere()) return;
    busy = true;
    try {
      const [first] = waiting();
      if (!first && !document.hidden) await refresh();
      else if (first?.refused) { await refresh(); state = state || "refused"; }
      else if (!first) return;
      else if (navigator.locks) await navigator.locks.request(place("sending"), { ifAvailable: true }, (lock) => lock && sendAll());
      else await sendAll();  // two windows may both send: the server stores one turn for one key
    } finally {
      busy = false;
    }
    show();
  }

  // The server's newer table comes in. What is being typed stays, with the number it is meant for.

  function take(html, key) {
    const fresh = tableIn(html);
    if (!fresh || !isHere()) return;
    pageCopies.keep(html);
    if (key) strike(key);
    if (turnEntry.isSending()) return;  // the answer to that brings the table, and must find its place
    const panel = table().querySelector(":scope > .turn");
    const other = fresh.querySelector(":scope > .turn");
    const unfolded = new Set([...table().querySelectorAll("details[open] > summary")].map((summary) => summary.textContent));
    fresh.querySelectorAll("details > summary").forEach((summary) => { if (unfolded.has(summary.textContent)) summary.parentElement.open = true; });
    if (panel && other && isTyping()) takeAround(panel, fresh, other);
    else htmx.swap(table(), fresh.outerHTML, { swapStyle: "outerHTML" }, { eventInfo: { target: table() } });
  }

  function takeAround(panel, fresh, other) {
    const children = [...fresh.children];
    const at = children.indexOf(other);
    [...table().children].forEach((old) => { if (old !== panel) old.remove(); });
    panel.before(...children.slice(0, at));
    panel.after(...children.slice(at + 1));
    Object.assign(table().dataset, fresh.dataset);
    [...table().children].forEach((child) => { if (child !== panel) htmx.process(child); });
    show();
  }

  // A half-typed turn, for this window

  function saveDraft() {
    if (!form() || !dice()) return;
    const throws = form().querySelector("input[name=throws]:checked")?.value;
    const thrown = form().querySelector("[name=thrown]")?.value;
    sessionStorage.setItem(place("draft"), JSON.stringify({ number: field("number").value, player: form().elements.player.value, dice: dice().value, throws, thrown }));
  }

  function fill(draft) {
    const thrown = form().querySelector("#thrown");
    const throws = form().querySelector(`input[name="throws"][value="${Number(draft.throws)}"]`);
    globalThis.handEntry?.lay(draft.thrown ?? "", draft.player, draft.again);
    if (dice()) dice().value = draft.dice;
    if (thrown) thrown.value = draft.thrown ?? "";
    if (throws) throws.checked = true;
    if (!dice()) return;
    turnEntry.draw();
    htmx.trigger(dice(), "look");
  }

  function restoreDraft() {
    const draft = JSON.parse(sessionStorage.getItem(place("draft")) ?? "null");
    // The page may show an earlier throw of the same hand.
    const isOlder = form() && dice() && !dice().value && (draft?.thrown ?? "").startsWith(form().querySelector("[name=thrown]")?.value ?? "");
    if (draft && isOlder && draft.number === field("number").value) fill(draft);
  }

  function edit(key) {
    const turn = kept().find((other) => other.key === key);
    strike(key);
    state = "";
    show({ anew: true });
    const all = (wanted) => turn.fields.filter(([name]) => name === wanted).map(([, value]) => value);
    if (form()) fill({ ...turn, thrown: all("thrown")[0], again: all("again") });
  }

  function drop(key) {
    if (!confirm(list().dataset.sure)) return;
    strike(key);
    state = "";
    show({ anew: true });
    beat();
  }

  document.addEventListener("htmx:configRequest", (event) => { event.detail.timeout = PATIENCE; });
  document.addEventListener("htmx:beforeRequest", (event) => {
    const config = event.detail.requestConfig;
    if (isTurn(config)) onTurn(event, config);
    else if (isThrow(config) && (waiting().length || isAhead())) { event.preventDefault(); throwOn(); }
    else if (config.elt === dice() && isAhead()) { event.preventDefault(); withoutPoints("?"); }
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr, requestConfig: config, target } = event.detail;
    if (xhr.status === 200 && target.id === "table") { state = ""; pageCopies.keep(xhr.responseText); }
    if (!isTurn(config)) return;
    if (xhr.status === 200 || xhr.status === 409 || xhr.status === 422) strike(config.formData.get("client_key"));
    else notSent(config, xhr.status);
  });
  const onFailure = (event) => {
    const { xhr, requestConfig: config } = event.detail;
    if (isTurn(config)) { if (!xhr.status) notSent(config, 0); }
    else if (isThrow(config)) { state = stateAfter(xhr.status); throwOn(); }
    else if (config.elt === dice()) { state = stateAfter(xhr.status); show(); withoutPoints("?"); }
    else if (xhr.status) say(stateAfter(xhr.status));
    else { state = stateAfter(0); object("needsServer"); }
  };
  for (const name of ["sendError", "timeout", "responseError"]) document.addEventListener(`htmx:${name}`, onFailure);
  document.addEventListener("htmx:afterSwap", () => show());
  // Before what is pressed brings the next one.
  for (const name of ["input", "click", "keydown"]) document.addEventListener(name, withdrawObjection, true);
  for (const name of ["input", "change", "click", "keydown"]) document.addEventListener(name, saveDraft);
  document.addEventListener("click", (event) => {
    const { edit: edited, drop: dropped } = event.target.dataset;
    if (edited) edit(edited);
    if (dropped) drop(dropped);
    if ("anew" in event.target.dataset) sessionStorage.removeItem(place("draft"));
  });
  addEventListener("storage", (event) => { if (isHere() && event.key === place("turns")) show(); });
  addEventListener("online", beat);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) beat(); });
  document.addEventListener("DOMContentLoaded", () => {
    write(kept().map((turn) => ({ ...turn, sentAt: 0 })));  // whoever closes the page does not wait for the answer
    show();
    restoreDraft();
    beat();
  });
  setInterval(beat, BEAT);
})();
