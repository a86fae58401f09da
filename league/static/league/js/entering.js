// A hand card by card: one touch at a time; what did not get through says so.

const SLIP = 350; // ms in which a second touch of the same button can only be an accident
const GAP = 4; // px
const NOTHING = { value: "", at: 0 };
let last = NOTHING;

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
  last = NOTHING;
  const told = one("#unsent");
  told.hidden = false;
  told.scrollIntoView({ block: "nearest" });
}

// On a small screen the pack lies over what was said before: the trick that is played stays above it.
function showTrick() {
  const pack = one("#touch.thumb");
  const trick = one("#screen .tricks > li:last-child");
  if (!pack || !trick) return;
  const over = trick.getBoundingClientRect().bottom + GAP - pack.getBoundingClientRect().top;
  if (over > 0) scrollBy(0, over);
}

function show() {
  end();
  const alert = one("#screen .notice[role=alert]:not([hidden])");
  if (alert) alert.scrollIntoView({ block: "nearest" });
  else showTrick();
}

// "Pass" lies under the thumb again as soon as the next player is asked.
function onlyOnce(event) {
  const button = event.target.closest("#touch button[value]");
  if (!button) return;
  if (button.value === last.value && event.timeStamp - last.at < SLIP) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  last = { value: button.value, at: event.timeStamp };
}

document.addEventListener("click", onlyOnce, { capture: true });
document.addEventListener("htmx:before:request", begin);
document.addEventListener("htmx:after:swap", show);
document.addEventListener("htmx:error", fail);
document.addEventListener("htmx:finally:request", end);

showTrick();
