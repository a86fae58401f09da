// On every page: says that scripts run, and keeps live regions fresh.
//
// A region with hx-trigger="live:tick from:body" is asked for every five seconds, only while
// somebody can see it and the phone is online. It carries data-version; a higher one is newer.

const EVERY = 5000;
const tagged = new WeakMap(); // region -> the version that its entity tag stands for

document.documentElement.classList.add("js");

function tick() {
  if (document.visibilityState === "visible" && navigator.onLine) {
    document.body.dispatchEvent(new CustomEvent("live:tick"));
  }
}

// A poll that left before a save may land after it: it must not put the screen back. Nor may
// a sign-in page or an error page stand where the region was. What was posted is always shown.
function refuseStale(event) {
  const { ctx, tasks } = event.detail;
  if (ctx.request.method === "GET" && tasks.some(isStale)) event.preventDefault();
}

function isStale({ target, fragment, swapSpec }) {
  const shown = target?.dataset?.version;
  if (!shown || swapSpec.style === "none") return false;
  const arriving = fragment.firstElementChild;
  return arriving?.id !== target.id || Number(arriving.dataset.version) < Number(shown);
}

function keepTag({ detail: { ctx } }) {
  const region = ctx.target;
  if (ctx.response?.headers.get("HX-PTag")) tagged.set(region, region.dataset?.version);
}

// A save has changed the region since it was tagged: ask for all of it once.
function dropTag({ detail: { ctx } }) {
  const region = ctx.sourceElement;
  if (tagged.get(region) !== region.dataset?.version) delete ctx.request.headers["HX-PTag"];
}

setInterval(tick, EVERY);
document.addEventListener("visibilitychange", tick);
addEventListener("online", tick);
document.addEventListener("htmx:config:request", dropTag);
document.addEventListener("htmx:before:swap", refuseStale);
document.addEventListener("htmx:after:swap", keepTag);
