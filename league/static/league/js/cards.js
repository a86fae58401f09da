// A hand card by card: one touch at a time; what did not get through says so.

const one = (selector) => document.querySelector(selector);

function begin() {
  one("#screen").toggleAttribute("data-busy", true);
  one("#unsent").hidden = true;
}

function end() {
  one("#screen")?.removeAttribute("data-busy");
}

function fail() {
  end();
  const told = one("#unsent");
  told.hidden = false;
  told.scrollIntoView({ block: "nearest" });
}

function show() {
  end();
  one("#screen .notice[role=alert]:not([hidden])")?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:before:request", begin);
document.addEventListener("htmx:after:swap", show);
document.addEventListener("htmx:error", fail);
document.addEventListener("htmx:finally:request", end);
