// The scorer's screen. The server decides everything; this adds speed and safety:
// a word within the same frame as the tap, one save for one touch, and nothing lost on a bad line.

const DEAD = 600; // ms in which a second touch can only be an accident
const FRESH = 10_000; // ms in which undo stands out
const SAID = 5000; // ms that a passing word stays
const words = document.getElementById("words").dataset;
const payTable = JSON.parse(document.getElementById("pay")?.textContent || "null");

let busy = false; // an entry is on its way
let deadUntil = 0;
let byTouch = true; // whether the newest act came from a finger, not from a key
let half = ""; // the key of a hand half typed
let typed = []; // keys that came while an entry was on its way
let freshTimer = 0;
let sayTimer = 0;

const screen = () => document.getElementById("screen");
const hand = () => document.getElementById("hand");
const one = (selector) => screen().querySelector(selector);
const all = (selector) => [...screen().querySelectorAll(selector)];

// Saying ---------------------------------------------------------------------------------

function say(text, stays = true) {
  clearTimeout(sayTimer);
  one("#say").textContent = text;
  if (!stays) hushLater();
}

// The strip under it holds the last hand and its undo.
function hushLater() {
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => say(""), SAID);
}

function showState(state) {
  const net = one("#net");
  net.dataset.state = state;
  net.textContent = words[`state${state[0].toUpperCase()}${state.slice(1)}`];
}

function restState() {
  showState(readUnsaved() ? "unsaved" : navigator.onLine ? "saved" : "offline");
}

function sentenceOf(form, button) {
  if (button?.name === "tricks") return `${makerOf(form)}: ${button.innerText.replaceAll("\n", " ")}`;
  return button?.dataset.say || form.dataset.say || button?.ariaLabel || button?.textContent.trim() || "";
}

function makerOf(form) {
  return form.querySelector('[name="maker"]:checked')?.closest("label").querySelector("bdi").textContent ?? "";
}

// What has not reached the server: one entry for each game, kept through a reload -----------

const storeKey = () => `upcard:unsaved:${screen().dataset.game}`;

function readUnsaved() {
  try {
    return JSON.parse(localStorage.getItem(storeKey()));
  } catch {
    return null; // storage is off, or somebody's hands were in it
  }
}

function keepUnsaved(entry) {
  try {
    localStorage.setItem(storeKey(), JSON.stringify(entry));
  } catch {
    // Storage is off or full: the entry is sent all the same.
  }
}

function forgetUnsaved() {
  try {
    localStorage.removeItem(storeKey());
  } catch {
    // As above.
  }
}

function showUnsaved(entry, signedOut = false) {
  const panel = one("#unsaved");
  panel.querySelector("[data-what]").textContent = entry.say;
  const signIn = panel.querySelector("[data-sign-in]");
  signIn.search = new URLSearchParams({ next: location.pathname });
  signIn.hidden = !signedOut;
  panel.hidden = false;
  say("");
  showState("unsaved");
}

async function retry() {
  const entry = readUnsaved();
  if (!entry || busy) return;
  begin(entry.say);
  if (entry.refused) await freshToken();
  htmx.ajax("POST", entry.action, { source: screen(), target: "#screen", swap: "outerMorph", unsaved: entry });
}

// After a 403 the page's token may be of an older sign-in: take today's.
async function freshToken() {
  try {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    const token = page.querySelector("#screen [name=csrfmiddlewaretoken]")?.value;
    if (token) for (const field of all("[name=csrfmiddlewaretoken]")) field.value = token;
  } catch {
    // Still offline: the retry says so.
  }
}

// Sending ----------------------------------------------------------------------------------

function begin(sentence, button) {
  busy = true;
  deadUntil = Date.now() + DEAD;
  screen().dataset.busy = "";
  if (button) button.dataset.pressed = "";
  one("#unsaved").hidden = true;
  say(`${sentence}: ${words.saving}`);
  showState("saving");
}

function end() {
  busy = false;
  delete screen().dataset.busy;
  for (const button of all("[data-pressed]")) delete button.dataset.pressed;
  restState();
}

function onSubmit(event) {
  const form = event.target;
  if (!form.matches("form[data-entry]")) return;
  const waiting = readUnsaved();
  if (busy || (byTouch && Date.now() < deadUntil) || waiting) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (waiting && !busy) showUnsaved(waiting);
    return;
  }
  // htmx reads hx-post, and neither the form's action nor the button's formaction.
  form.setAttribute("hx-post", event.submitter?.getAttribute("formaction") ?? form.getAttribute("action"));
  begin(sentenceOf(form, event.submitter), event.submitter);
}

// Marked on the request itself: the form that sent it may be gone when the answer is shown.
const isEntry = (ctx) => Boolean(ctx?.isEntry);

function onRequest({ detail: { ctx } }) {
  ctx.isEntry = Boolean(ctx.unsaved) || ctx.sourceElement.matches("form[data-entry]");
  if (!ctx.isEntry) return;
  ctx.isUndo = ctx.sourceElement.id === "undo";
  const body = ctx.request.body;
  if (ctx.unsaved) {
    const token = body.get("csrfmiddlewaretoken") ?? one("[name=csrfmiddlewaretoken]").value;
    for (const name of [...body.keys()]) body.delete(name);
    for (const [name, value] of ctx.unsaved.fields) body.append(name, value);
    body.set("csrfmiddlewaretoken", token);
    return;
  }
  body.set("entered_at", new Date().toISOString());
  const fields = [...body].filter(([name]) => name !== "csrfmiddlewaretoken");
  const sentence = one("#say").textContent.replace(`: ${words.saving}`, "");
  keepUnsaved({ action: ctx.request.action, fields, say: sentence });
}

// Only an answer that brings the screen settles an entry; a sign-in page or an error page doesn't.
function onAnswer(event) {
  const { ctx, tasks } = event.detail;
  if (!isEntry(ctx)) return;
  const settled = tasks.some((task) => task.fragment?.querySelector("#screen"));
  if (settled) return;
  event.preventDefault();
  fail(ctx.response.status === 403, ctx.response.raw.redirected || ctx.response.status === 403);
}

function fail(refused, signedOut) {
  const entry = readUnsaved();
  typed = []; // keys meant for a table that went on
  end();
  if (!entry) return;
  keepUnsaved({ ...entry, refused });
  showUnsaved(entry, signedOut);
}

function onError({ detail }) {
  if (isEntry(detail.ctx) && busy) fail(false, false);
}

// After an answer ----------------------------------------------------------------------------

function onSwapped({ detail: { ctx } }) {
  if (ctx.target?.id === "live") return followLive();
  if (ctx.target?.id !== "screen") return;
  if (isEntry(ctx)) settle(ctx);
  showPay();
}

function settle(ctx) {
  forgetUnsaved();
  // To what the server chose to keep; after an undo the chips are for the hand to come.
  if (!ctx.isUndo) for (const form of all("form")) form.reset();
  end();
  hushLater();
  deadUntil = Date.now() + DEAD; // "Yes" may have come to lie under the same thumb
  one("[data-focus]")?.focus({ preventScroll: false });
  if (!one("section.notice")) highlightUndo(); // a question or a refusal stored nothing to undo
  const keys = typed;
  typed = [];
  keys.forEach(press);
}

function highlightUndo() {
  clearTimeout(freshTimer);
  screen().dataset.fresh = "";
  freshTimer = setTimeout(() => delete screen().dataset.fresh, FRESH);
}

// A poll brought another phone's work.
function followLive() {
  const { dataset: shown } = screen();
  const { dataset: live } = one("#live");
  if (Number(live.version) <= Number(shown.version)) return;
  const grew = Number(live.hand) > Number(shown.hand);
  shown.version = live.version;
  shown.hand = live.hand;
  deadUntil = Date.now() + DEAD;
  for (const field of all('[name="follows"]')) field.value = live.lastHand;
  for (const seat of all(".scores [data-seat]")) showRole(seat.dataset);
  if (!busy) say((grew && live.news) || words.changed, false);
  if (live.status !== shown.status) reload();
}

function showRole({ seat, role }) {
  const label = one(`.maker[data-row="${seat}"] .role`);
  if (label) label.textContent = role;
  showPay();
}

function reload() {
  htmx.ajax("GET", location.href, { source: screen(), target: "#screen", swap: "outerMorph", select: "#screen" });
}

// What each cell pays with those who are alone -----------------------------------------------

function showPay() {
  if (!payTable || !hand()) return;
  const alone = new Set(all('#hand [name="alone"]:checked').map((box) => box.value));
  for (const row of all(".maker[data-row]")) showRow(row, alone);
  showTwoTap(alone);
}

// What a maker's tricks pay with these alone: nothing where the rules don't offer it.
function lineFor(maker, alone) {
  const makerAlone = alone.has(maker);
  const defenders = alone.size - Number(makerAlone);
  const line = defenders < 2 ? payTable[`${Number(makerAlone)}${Number(defenders > 0)}`] : undefined;
  return { makerAlone, defenders, line };
}

// The two-tap form has one row of tricks, for whoever is chosen.
function showTwoTap(alone) {
  const maker = one('.two-tap [name="maker"]:checked');
  if (!maker) return;
  const { line, defenders } = lineFor(maker.value, alone);
  all(".two-tap .tricks .cell").forEach((cell, tricks) => {
    cell.disabled = !line;
    cell.querySelector(".pays").textContent = line ? figure(line[tricks], defenders) : "–";
  });
}

function showRow(row, alone) {
  const { makerAlone, defenders, line } = lineFor(row.dataset.row, alone);
  row.querySelectorAll(".cell").forEach((cell, tricks) => {
    cell.disabled = !line;
    const pays = line ? figure(line[tricks], defenders) : "–";
    cell.dataset.say ??= cell.ariaLabel.replace(/, [^,]*$/, ""); // all but what it pays
    cell.querySelector("small").textContent = pays;
    cell.setAttribute("aria-label", `${cell.dataset.say}, ${pays}`);
  });
  const role = row.querySelector(".role");
  role.dataset.plain ??= role.textContent;
  row.toggleAttribute("data-alone", Boolean(line) && alone.size > 0);
  role.textContent = !line || !alone.size ? roleOf(row) : makerAlone ? words.alone : words.defends;
}

function roleOf(row) {
  return one(`.scores [data-seat="${row.dataset.row}"]`)?.dataset.role ?? "";
}

function figure([, makers, defenders, resting], loneDefenders) {
  if (makers) return signed(makers);
  const differs = loneDefenders && resting !== null && resting !== defenders;
  return differs ? `${signed(defenders)}/${signed(resting)}` : signed(defenders);
}

function signed(points) {
  return points > 0 ? `+${points}` : `${points}`.replace("-", "−");
}

// Chips that can be unchosen -------------------------------------------------------------------

let wasChosen = null;

function noteHow(event) {
  byTouch = event.type === "pointerdown";
  // A key held down presses a button again and again.
  if (event.repeat && event.key === "Enter" && event.target.closest?.("button")) event.preventDefault();
}

function rememberChoice(event) {
  const radio = event.target.closest?.("label, input")?.querySelector?.('input[type="radio"]') ?? event.target;
  wasChosen = radio.checked && radio.closest?.(".options") ? radio : null;
}

function unchoose({ target }) {
  if (target !== wasChosen) return;
  target.checked = false;
  wasChosen = null;
}

// Keys: a player's letter, then the tricks ---------------------------------------------------------

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !hand()) return;
  if (event.target.matches?.('select, textarea, input:not([type="radio"], [type="checkbox"])')) return;
  if (busy) typed.push(event.key);
  else press(event.key);
}

function press(key) {
  const letter = key.toUpperCase();
  if (key === "Escape") clearHalf();
  else if (half === "pass" && letter === "P") send(one('[name="kind"][value="passed_out"]'));
  else if (half && /^[0-5]$/.test(key)) sendTricks(half, key);
  else if (rowOf(letter)) startHalf(letter);
  else if (letter === "P" && one('[name="kind"][value="passed_out"]')) startPass();
}

const rowOf = (letter) => one(`[data-key="${CSS.escape(letter)}"]`);

function startHalf(letter) {
  half = letter;
  say(`${rowOf(letter).querySelector("bdi").textContent}: ${words.tricks}`);
}

function startPass() {
  half = "pass";
  say(words.pass);
}

function clearHalf() {
  half = "";
  say("");
}

function sendTricks(letter, tricks) {
  const row = rowOf(letter);
  const seat = row.dataset.row;
  const radio = row.querySelector('[name="maker"]');
  if (radio) radio.checked = true;
  send(one(radio ? `[name="tricks"][value="${tricks}"]` : `[name="cell"][value="${seat}:${tricks}"]`));
}

function send(button) {
  half = "";
  if (!button || button.disabled) return say("");
  button.form.requestSubmit(button);
}

// Wiring: the document outlives every swap -------------------------------------------------------------

function onClick(event) {
  unchoose(event);
  if (event.target.closest("[data-retry]")) retry();
  if (event.target.closest("[data-forget]")) {
    forgetUnsaved();
    one("#unsaved").hidden = true;
    restState();
  }
}

// What "More" opens lies below the fold of a phone.
function onToggle({ target }) {
  if (target.open && target.matches?.(".more, .more details")) target.scrollIntoView({ block: "nearest" });
}

document.addEventListener("toggle", onToggle, true);
document.addEventListener("submit", onSubmit, true);
document.addEventListener("htmx:config:request", onRequest);
document.addEventListener("htmx:before:swap", onAnswer);
document.addEventListener("htmx:after:swap", onSwapped);
document.addEventListener("htmx:error", onError);
document.addEventListener("pointerdown", noteHow, true);
document.addEventListener("keydown", noteHow, true);
document.addEventListener("pointerdown", rememberChoice, true);
document.addEventListener("keydown", (event) => (event.key === " " ? rememberChoice(event) : onKey(event)));
document.addEventListener("click", onClick);
document.addEventListener("change", showPay);
addEventListener("online", () => (readUnsaved() ? retry() : restState()));
addEventListener("offline", restState);

showPay();
restState();
if (readUnsaved()) {
  showUnsaved(readUnsaved());
  if (navigator.onLine) retry();
}
