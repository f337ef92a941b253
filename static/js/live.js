// What has not changed is left alone: what is open or marked on the page stays as it is.
"use strict";

const isTypedInto = (part) => [...part.querySelectorAll("input:not([type=hidden], [type=radio]), textarea")].some((field) => field.value !== field.defaultValue);

document.addEventListener("htmx:beforeSwap", (event) => {
  const part = event.detail.target;
  // What is pressed just now stays until it is let go: else the press would meet nothing.
  if (event.detail.requestConfig.elt === part && part.matches(":active")) { event.detail.shouldSwap = false; return; }
  const mark = event.detail.xhr.getResponseHeader("ETag");
  if (!part.dataset.etag || !mark) return;
  if (isTypedInto(part)) event.detail.shouldSwap = false;  // nothing typed is lost: it is asked again
  else if (mark.includes(part.dataset.etag)) event.detail.shouldSwap = false;
  else part.dataset.etag = mark.replace(/^W\/|"/g, "");
});
