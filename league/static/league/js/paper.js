// A paper sheet: every hand is sent as soon as its last key is typed, one request at a time. What is
// typed meanwhile waits in the field; what was stored is taken out of it.

const form = document.getElementById("typed");
const field = document.getElementById("codes");
const WHOLE = /^[\s,;.]*(p|-|<|[a-z](\*|:[a-z]|\+[cdhs])*([0-9]|![a-z]))/i;

let busy = false;
let stopped = false; // something was refused: nothing is sent until it was looked at
let sent = "";

const paper = () => document.getElementById("paper");

function next() {
  if (!busy && !stopped && WHOLE.test(field.value)) form.requestSubmit();
}

function onInput() {
  stopped = false;
  next();
}

// Backspace where there is nothing left to delete undoes the last hand, once a touch.
function onKey(event) {
  if (event.key !== "Backspace" || event.repeat || field.value || busy) return;
  event.preventDefault();
  field.value = "<";
  next();
}

function onSubmit(event) {
  if (busy || !field.value.trim()) return event.preventDefault();
  busy = true;
  sent = field.value;
}

function onRequest({ detail: { ctx } }) {
  if (ctx.sourceElement === form) ctx.request.body.set("entered_at", new Date().toISOString());
}

// A sign-in page or an error page is no answer: what was typed stays and can be sent again.
function onAnswer(event) {
  const { ctx, tasks } = event.detail;
  if (ctx.sourceElement !== form || tasks.some((task) => task.fragment?.querySelector("#paper"))) return;
  event.preventDefault();
  fail(ctx.response.raw.redirected || ctx.response.status === 403 ? form.dataset.refused : form.dataset.unsaved);
}

function onError({ detail: { ctx } }) {
  if (ctx?.sourceElement === form && busy) fail(form.dataset.unsaved);
}

function fail(words) {
  busy = false;
  stopped = true;
  const unsent = document.getElementById("unsent");
  unsent.textContent = words;
  unsent.hidden = false;
}

function onSwapped({ detail: { ctx } }) {
  if (ctx.target?.id !== "paper") return;
  busy = false;
  const taken = Number(paper().dataset.taken);
  if (field.value.startsWith(sent.slice(0, taken))) field.value = field.value.slice(taken).trimStart();
  stopped = "stopped" in paper().dataset;
  if (!stopped) next();
  const wanted = paper().querySelector("[data-focus]");
  if (wanted && !busy) wanted.focus();
  else if (document.activeElement !== field) field.focus();
}

field.addEventListener("input", onInput);
field.addEventListener("keydown", onKey);
form.addEventListener("submit", onSubmit, true);
document.addEventListener("htmx:config:request", onRequest);
document.addEventListener("htmx:before:swap", onAnswer);
document.addEventListener("htmx:after:swap", onSwapped);
document.addEventListener("htmx:error", onError);
field.focus();
