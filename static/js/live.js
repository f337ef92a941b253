// What has not changed is left alone: what is open or marked on the page stays as it is.
"use strict";

document.addEventListener("htmx:beforeSwap", (event) => {
  const part = event.detail.target;
  const mark = event.detail.xhr.getResponseHeader("ETag");
  if (!part.dataset.etag || !mark) return;
  if (mark.includes(part.dataset.etag)) event.detail.shouldSwap = false;
  else part.dataset.etag = mark.replace(/^W\/|"/g, "");
});
