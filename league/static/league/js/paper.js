// A paper sheet: every hand is sent as soon as its last key is typed, one request at a time. What is
// typed meanwhile waits in the field; what was stored is taken out of it.

const form = document.getElementById("typed");
const field = document.getElementById("codes");
const HAND = /^[\s,;.]*(p|-|<|[a-z](\*|:[a-z]|\+[cdhs])*([0-9]|![a-z]))/i; // the whole first one, as codes.py reads it
const MOST = 40; // hands in one request; the rest waits its turn

let busy = false;
let stopped = false; // something was refused: nothing is sent until it was looked at
let renewed = false; // whether the page's token was renewed for the request on its way
let sent = "";

const paper = () => document.getElementById("paper");
// Sent before htmx has the form, the browser would load the page anew and drop what is typed meanwhile.
const ready = () => "htmxPowered" in form.dataset;

// Whole hands only: what is half typed would be told as a mistake.
function next() {
  if (ready() && !busy && !stopped && HAND.test(field.value)) form.requestSubmit();
}

function onInput() {
  stopped = false;
  paper().querySelector("section.notice")?.remove();
  next();
}

// Backspace where there is nothing left to delete undoes the last hand, once a touch.
function onKey(event) {
  if (event.key !== "Backspace" || event.repeat || field.value || busy) return;
  event.preventDefault();
  field.value = "<";
  next();
}

// Whoever types on beside a question goes on in the field.
function onKeyElsewhere(event) {
  if (!event.target.closest?.("[data-focus]") || event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.key.length === 1 && event.key !== " ") || event.key === "Backspace") field.focus();
}

function onSubmit(event) {
  if (busy || !field.value.trim()) return event.preventDefault();
  busy = true;
  sent = event.submitter ? field.value : firstHands(field.value); // a button sends what is half typed as well
}

function firstHands(text) {
  let end = 0;
  for (let hands = 0; hands < MOST; hands += 1) {
    const found = HAND.exec(text.slice(end));
    if (!found) break;
    end += found[0].length;
  }
  return text.slice(0, end);
}

function onRequest({ detail: { ctx } }) {
  if (ctx.sourceElement !== form) return;
  ctx.request.body.set("codes", sent);
  ctx.request.body.set("entered_at", new Date().toISOString());
}

// A sign-in page or an error page is no answer: what was typed stays and can be sent again.
function onAnswer(event) {
  const { ctx, tasks } = event.detail;
  if (ctx.sourceElement !== form || tasks.some((task) => task.fragment?.querySelector("#paper"))) return;
  event.preventDefault();
  const { raw, status } = ctx.response;
  if (status === 403 && !renewed) renew();
  else fail(raw.redirected || status === 403 ? form.dataset.refused : form.dataset.unsaved);
}

// Signing in elsewhere gave this browser a new token: take it, and try once more.
async function renew() {
  renewed = true;
  try {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const token = page.querySelector("#typed [name=csrfmiddlewaretoken]")?.value;
    if (!token) return fail(form.dataset.refused);
    form.querySelector("[name=csrfmiddlewaretoken]").value = token;
    busy = false;
    form.requestSubmit();
  } catch {
    fail(form.dataset.unsaved);
  }
}

function onError({ detail: { ctx } }) {
  if (ctx?.sourceElement === form && busy) fail(form.dataset.unsaved);
}

function fail(words) {
  busy = renewed = false;
  stopped = true;
  const unsent = document.getElementById("unsent");
  unsent.textContent = words;
  unsent.hidden = false;
}

function onSwapped({ detail: { ctx } }) {
  if (ctx.target?.id !== "paper") return;
  busy = renewed = false;
  const taken = Number(paper().dataset.taken);
  stopped = "stopped" in paper().dataset;
  if (field.value.startsWith(sent.slice(0, taken))) field.value = field.value.slice(taken).trimStart();
  else tellChanged(sent.slice(0, taken));
  if (!stopped) next();
  const wanted = paper().querySelector("[data-focus]");
  if (wanted && !busy && !field.value.trim()) wanted.focus();
  else if (wanted && "confirm" in paper().dataset) wanted.focus();
  else if (document.activeElement !== field) field.focus();
}

// What was on its way was changed in the field: it is stored, and must not be sent a second time unseen.
function tellChanged(stored) {
  stopped = true;
  const unsent = document.getElementById("unsent");
  unsent.textContent = form.dataset.changed.replace("%s", stored.trim());
  unsent.hidden = false;
}

// What was typed before this listened goes off, unless Enter has sent it already.
function begin() {
  const { taken, stopped } = paper().dataset;
  if (stopped === undefined && !Number(taken) && !form.matches(".htmx-request")) next();
}

field.addEventListener("input", onInput);
field.addEventListener("keydown", onKey);
form.addEventListener("submit", onSubmit, true);
document.addEventListener("keydown", onKeyElsewhere, true);
form.addEventListener("htmx:after:init", next);
document.addEventListener("htmx:config:request", onRequest);
document.addEventListener("htmx:before:swap", onAnswer);
document.addEventListener("htmx:after:swap", onSwapped);
document.addEventListener("htmx:error", onError);
field.focus();
begin();
