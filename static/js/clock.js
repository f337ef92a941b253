"use strict";

// What is left on a clock: every element with data-left (seconds, when the page was drawn) counts
// down to data-over. The server alone says when time is up: a wrong clock of this device does no
// harm, since only the time since the page was drawn is counted.

(() => {
  const begun = new WeakMap();

  const show = () => {
    for (const clock of document.querySelectorAll("[data-left]")) {
      if (!begun.has(clock)) begun.set(clock, Date.now());
      const passed = Math.floor((Date.now() - begun.get(clock)) / 1000);
      const left = Math.max(0, Number(clock.dataset.left) - passed);
      const shown = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      clock.textContent = left ? shown : clock.dataset.over;
    }
  };

  show();
  setInterval(show, 1000);
})();
