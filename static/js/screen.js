// The big screen turns over by itself and says when it last heard from the server.
"use strict";

(() => {
  const TURN_OVER_AFTER = 9000;
  const SILENT_AFTER = 12000;
  let shown = 0;
  let heardAt = Date.now();
  const heard = document.getElementById("heard");
  const slides = () => [...document.querySelectorAll(".screen-slide")];

  function show() {
    slides().forEach((slide, at) => { slide.hidden = at !== shown % slides().length; });
  }

  function say() {
    const silent = Date.now() - heardAt > SILENT_AFTER;
    heard.textContent = `${silent ? heard.dataset.silent : heard.dataset.heard} ${new Date(heardAt).toLocaleTimeString()}`;
  }

  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) heardAt = Date.now(); say(); });
  document.addEventListener("htmx:afterSwap", show);
  setInterval(() => { shown += 1; show(); say(); }, TURN_OVER_AFTER);
  show();
  say();
})();
