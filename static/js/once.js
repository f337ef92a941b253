// A form is sent once: the second half of a double click, a key held down, and a second press while
// the answer is on its way write nothing again. The server has its own ways; this spares its words.
"use strict";

(() => {
  const PATIENCE = 6000;  // milliseconds after which a silent server may be asked again
  const sentAt = new WeakMap();

  const button = (event) => event.target.closest("form[method=post] button:not([type=button])");

  document.addEventListener("click", (event) => {
    if (event.detail > 1 && button(event)) event.preventDefault();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter" && button(event)) event.preventDefault();
  }, true);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.hasAttribute("hx-post")) return;
    if (Date.now() - (sentAt.get(form) ?? -PATIENCE) < PATIENCE) event.preventDefault();
    else sentAt.set(form, Date.now());
  });
  // Whoever comes back to a page may send it again.
  addEventListener("pageshow", (event) => {
    if (event.persisted) document.querySelectorAll("form").forEach((form) => sentAt.delete(form));
  });
})();
