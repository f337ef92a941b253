// Copying a row from paper: a box that cannot be continued moves on to the next by itself.
"use strict";

(() => {
  const form = document.getElementById("paper-row");
  if (!form) return;
  const boxes = [...form.querySelectorAll("input[data-possible]")];
  const next = (box) => boxes[boxes.indexOf(box) + 1] || form.querySelector("button[type=submit]");

  form.addEventListener("input", (event) => {
    const box = event.target;
    if (!box.dataset.possible || event.inputType === "deleteContentBackward") return;
    const typed = box.value.trim().replace("−", "-");
    const possible = box.dataset.possible.split(" ");
    const goesOn = possible.some((figure) => figure !== typed && figure.startsWith(typed));
    const struck = typed === "-" || typed === "—";
    if ((struck || possible.includes(typed)) && !goesOn) next(box).focus();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.dataset.possible) return;
    event.preventDefault();
    next(event.target).focus();
  });
})();
