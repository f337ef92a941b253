// The big screen turns over by itself, ticks its clock, and says when the server is silent.
"use strict";

(() => {
  const TURN_OVER_AFTER = 9000;
  const SILENT_AFTER = 12000;
  const hall = document.body.classList.contains("screen--hall");
  const wide = matchMedia("(min-width: 80rem) and (orientation: landscape)");
  let shown = 0;
  let heardAt = Date.now();
  let ahead = 0; // milliseconds by which the server's clock is before this one's
  const heard = document.getElementById("heard");
  const slides = () => [...document.querySelectorAll(".screen-slide")];

  function show() {
    const together = wide.matches && !hall;
    slides().forEach((slide, at) => { slide.hidden = !together && at !== shown % slides().length; });
    document.querySelectorAll(".screen-turn").forEach(fit);
  }

  // A name whose longest word is wider than its column is set smaller; it breaks within a word only
  // where it could not be read from afar any more.
  function fit(name) {
    name.style.removeProperty("font-size");
    name.classList.add("is-fitted");
    const size = parseFloat(getComputedStyle(name).fontSize) * Math.min(1, name.clientWidth / name.scrollWidth || 1);
    const least = Math.min(innerHeight, innerWidth) / 18;
    name.classList.toggle("is-fitted", size >= least);
    name.style.fontSize = `${Math.max(size, least)}px`;
  }

  function say() {
    const silent = Date.now() - heardAt > SILENT_AFTER;
    const at = new Date(heardAt).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false });
    const words = silent ? heard.dataset.silent : heard.dataset.heard;
    heard.textContent = words ? `${words} ${at}` : at;
    heard.classList.toggle("is-silent", silent);
  }

  function tick() {
    document.querySelectorAll("[data-ends]").forEach((clock) => {
      const left = Math.ceil(Number(clock.dataset.ends) - (Date.now() + ahead) / 1000);
      const minutes = Math.floor(Math.max(left, 0) / 60);
      const seconds = String(Math.max(left, 0) % 60).padStart(2, "0");
      clock.textContent = left > 0 ? `${minutes}:${seconds}` : clock.dataset.over;
      clock.classList.toggle("is-over", left <= 0);
    });
  }

  function hear(event) {
    if (!event.detail.successful) return say();
    heardAt = Date.now();
    const said = Date.parse(event.detail.xhr.getResponseHeader("Date") || "");
    // Whole seconds only: a difference of a second is the way the answer took.
    if (Math.abs(said - heardAt) > 2000) ahead = said - heardAt;
    else if (said) ahead = 0;
    say();
  }

  // A screen left alone must not fall asleep; a browser that cannot promise it is set up by hand.
  function stayAwake() {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  }

  document.addEventListener("htmx:afterRequest", hear);
  document.addEventListener("htmx:afterSwap", () => { show(); tick(); });
  document.addEventListener("visibilitychange", stayAwake);
  addEventListener("resize", show);
  setInterval(() => { shown += 1; show(); say(); }, TURN_OVER_AFTER);
  setInterval(tick, 500);
  stayAwake();
  show();
  say();
  tick();
})();
