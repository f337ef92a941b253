// The big screen turns over by itself where it is narrow, and says when the server is silent.
"use strict";

(() => {
  const TURN_OVER_AFTER = 9000;
  const SILENT_AFTER = 12000;
  const together = matchMedia("(min-width: 80rem) and (orientation: landscape)");
  let shown = 0;
  let heardAt = Date.now();
  const heard = document.getElementById("heard");
  const slides = () => [...document.querySelectorAll(".screen-slide")];

  function show() {
    slides().forEach((slide, at) => { slide.hidden = !together.matches && at !== shown % slides().length; });
  }

  function say() {
    const silent = Date.now() - heardAt > SILENT_AFTER;
    const at = new Date(heardAt).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false });
    heard.textContent = silent ? `${heard.dataset.silent} ${at}` : at;
    heard.classList.toggle("is-silent", silent);
  }

  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) heardAt = Date.now(); say(); });
  document.addEventListener("htmx:afterSwap", show);
  together.addEventListener("change", show);
  setInterval(() => { shown += 1; show(); say(); }, TURN_OVER_AFTER);
  show();
  say();
})();
