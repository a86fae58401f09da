// The button on pages that are made for paper.
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-print]")) print();
});
