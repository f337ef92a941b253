// The copy of this page that opens without a connection: as the server wrote it, with its last table.
"use strict";

(() => {
  const COPIES = "game pages";  // worker.js opens them when there is no connection
  let copying = Promise.resolve();

  async function copyFirst(worker) {
    if (!navigator.serviceWorker || !self.caches) return;  // plain HTTP: turns are kept all the same
    await navigator.serviceWorker.register(worker);
    const copies = await caches.open(COPIES);
    const files = performance.getEntriesByType("resource").map((entry) => entry.name);
    const looks = document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]");
    const needed = new Set([location.pathname, ...[...looks].map((one) => one.href || one.src), ...files.filter((name) => /\.(ttf|svg|js|css)$/.test(name))]);
    await Promise.all([...needed].map(async (address) => {
      if (await copies.match(address, { ignoreVary: true })) return;
      const answer = await fetch(address).catch(() => null);  // gone again: the next visit copies it
      if (answer?.ok && !answer.redirected) await copies.put(address, answer);
    }));
  }

  function keep(html) {
    if (self.caches) copying = copying.then(() => keepTable(html));
  }

  async function keepTable(html) {
    const copies = await caches.open(COPIES);
    const old = await copies.match(location.pathname, { ignoreVary: true });
    if (!old) return;
    const page = new DOMParser().parseFromString(await old.text(), "text/html");
    page.getElementById("table").replaceWith(new DOMParser().parseFromString(html, "text/html").getElementById("table"));
    await copies.put(location.pathname, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers: old.headers }));
  }

  globalThis.pageCopies = { keep };  // for offline.js
  copyFirst(document.currentScript.dataset.worker);
})();
