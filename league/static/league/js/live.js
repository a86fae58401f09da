// On every page: says that scripts run, and keeps live regions fresh.
//
// A region with hx-trigger="live:tick from:body" is asked for every five seconds, only while
// somebody can see it and the phone is online. It carries data-version; a higher one is newer.

const EVERY = 5000;

document.documentElement.classList.add("js");

function tick() {
  if (document.visibilityState === "visible" && navigator.onLine) {
    document.body.dispatchEvent(new CustomEvent("live:tick"));
  }
}

// A poll that left before a save may land after it: it must not put the screen back.
function refuseOlder(event) {
  for (const task of event.detail.tasks) {
    const shown = versionOf(task.target);
    const arriving = versionOf(task.fragment?.firstElementChild);
    if (shown !== null && arriving !== null && arriving < shown) event.preventDefault();
  }
}

function versionOf(element) {
  const text = element?.dataset?.version;
  return text ? Number(text) : null;
}

setInterval(tick, EVERY);
document.addEventListener("visibilitychange", tick);
addEventListener("online", tick);
document.addEventListener("htmx:before:swap", refuseOlder);
