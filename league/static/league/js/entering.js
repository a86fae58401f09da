// A hand card by card: one touch at a time; what did not get through says so.

const SLIP = 350; // ms in which a second touch of the same button can only be an accident
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

function show() {
  end();
  one("#screen .notice[role=alert]:not([hidden])")?.scrollIntoView({ block: "nearest" });
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
