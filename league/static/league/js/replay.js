// Looking at a hand again: arrow keys and swipes go from moment to moment, as the links do without this script.

const FAR = 40; // px of a finger's way across that mean a swipe
const rightToLeft = document.dir === "rtl";
let touched = null; // where the finger came down

const replay = () => document.getElementById("replay");

function step(way) {
  const link = replay()?.querySelector(`[data-step="${way}"]`);
  if (link?.getAttribute("aria-disabled") !== "true") link?.click();
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  if (event.target.closest("input, select, textarea, [tabindex='0']")) return; // it has arrows of its own
  event.preventDefault();
  step((event.key === "ArrowRight") === rightToLeft ? "back" : "forward");
}

function onTouch({ target, touches }) {
  const [finger] = touches;
  const swipes = touches.length === 1 && target.closest(".cards-table");
  touched = swipes ? { x: finger.clientX, y: finger.clientY } : null;
}

function onLift({ changedTouches: [finger] }) {
  if (!touched) return;
  const across = finger.clientX - touched.x;
  const along = finger.clientY - touched.y;
  touched = null;
  if (Math.abs(across) < FAR || Math.abs(across) < 2 * Math.abs(along)) return;
  step((across > 0) === rightToLeft ? "forward" : "back");
}

// At either end the button stays, for the finger and the focus on it, and leads nowhere.
function onClick(event) {
  if (!event.target.closest?.("#replay [aria-disabled='true']")) return;
  event.preventDefault();
  event.stopPropagation();
}

// A sign-in page or an error page is no moment: it is shown as the page that it is.
function onAnswer(event) {
  const { ctx, tasks } = event.detail;
  if (ctx.target?.id !== "replay" || tasks.some(({ fragment }) => fragment?.querySelector("#replay"))) return;
  event.preventDefault();
  location.assign(ctx.request.action);
}

function onSwapped({ detail: { ctx } }) {
  if (ctx.target?.id !== "replay") return;
  const table = replay().querySelector(".cards-table");
  if (table.getBoundingClientRect().bottom < 0) table.scrollIntoView();
  showCurrent();
}

// Only the list scrolls, where it does; the page stays where it is.
function showCurrent() {
  const list = replay()?.querySelector(".told");
  const current = list?.querySelector("[aria-current]");
  if (!current || list.scrollHeight <= list.clientHeight) return;
  const [around, box] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  if (box.top < around.top) list.scrollTop -= around.top - box.top;
  if (box.bottom > around.bottom) list.scrollTop += box.bottom - around.bottom;
}

document.addEventListener("keydown", onKey);
document.addEventListener("touchstart", onTouch, { passive: true });
document.addEventListener("touchend", onLift, { passive: true });
document.addEventListener("click", onClick, true);
document.addEventListener("htmx:before:swap", onAnswer);
document.addEventListener("htmx:after:swap", onSwapped);
showCurrent();
