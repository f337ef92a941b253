// An answer is brought into view: what is wrong in a form, or what a correction would change, often
// stands below the fold of a phone, where pressing the button would seem to have done nothing.
"use strict";

addEventListener("load", () => {
  const ANSWERS = "#main :is(p.field-error, .notice--wrong[role=alert], [data-answer])";
  const answer = [...document.querySelectorAll(ANSWERS)].find((part) => part.getClientRects().length);
  if (!answer || location.hash) return;
  const { top, bottom } = answer.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight * 0.75) return;
  answer.scrollIntoView({ block: bottom - top > innerHeight * 0.75 ? "start" : "center" });
});
