// A blitz that others write into, too: whose hand it is stays chosen while the page is brought up to date.
"use strict";

(() => {
  const part = () => document.getElementById("blitz");
  const field = (name) => part().querySelector(`input[name="${name}"]`);
  let chosen = null;

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target === part()) chosen = part().querySelector("input[name=entrant]:checked")?.value ?? null;
  });
  // Where that hand was stored elsewhere meanwhile nobody is chosen: the dice in front of the host may
  // be this player's, and are not to become the next one's.
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target !== part()) return;
    const waits = chosen !== null && field(`seen-${chosen}`)?.value === "";
    part().querySelectorAll("input[name=entrant]").forEach((radio) => { radio.checked = waits && radio.value === chosen; });
  });
})();
