// Starting a game: taps on names are handled here, at once. Without this script each tap
// asks the server for the page again, with the same names and values.

const form = document.getElementById("start");
const seats = document.getElementById("seats");
const dealers = document.getElementById("dealers");
const names = document.getElementById("names");
const filter = document.getElementById("filter");
const guest = document.getElementById("guest");
const GUEST = "guest:";

let picked = [...seats.querySelectorAll("li")].map((item) => ({
  value: item.querySelector('[name="seat"]').value,
  name: item.querySelector("bdi").textContent,
}));

const needed = () => Number(form.querySelector('[name="variant"]:checked')?.dataset.seats ?? 0);

function toggle(value, name) {
  const there = picked.findIndex((seat) => seat.value === value);
  if (there >= 0) picked.splice(there, 1);
  else if (picked.length < needed()) picked.push({ value, name });
  show();
}

// Seats ------------------------------------------------------------------------------------

function show() {
  const variant = form.querySelector('[name="variant"]:checked')?.value;
  for (const hint of form.querySelectorAll("[data-partners]")) hint.hidden = hint.dataset.partners !== variant;
  picked = picked.slice(0, needed());
  const free = Array.from({ length: needed() - picked.length }, () => null);
  seats.replaceChildren(...[...picked, ...free].map(seatItem));
  showDealers();
  showNames();
  showCount();
}

function seatItem(seat, index) {
  const item = document.createElement("li");
  const place = element("span", { className: "place", textContent: index + 1 });
  if (!seat) {
    item.className = "free";
    item.append(place, element("span", { textContent: seats.dataset.empty }));
    return item;
  }
  item.append(takenSeat(seat, place), element("input", { type: "hidden", name: "seat", value: seat.value }));
  return item;
}

function takenSeat(seat, place) {
  const button = element("button", { type: "button", ariaLabel: seats.dataset.remove.replace("%s", seat.name) });
  button.append(place, element("bdi", { textContent: seat.name }));
  button.addEventListener("click", () => toggle(seat.value, seat.name));
  return button;
}

function showDealers() {
  const chosen = dealers.querySelector(":checked")?.value ?? "";
  const keep = Number(chosen) < picked.length ? chosen : "";
  const [random] = dealers.children;
  dealers.replaceChildren(random, ...picked.map(dealerChip));
  dealers.querySelector(`[value="${keep}"]`).checked = true;
}

function dealerChip(seat, index) {
  const label = element("label", { className: "chip" });
  const radio = element("input", { type: "radio", name: "dealer", value: index });
  label.append(radio, element("bdi", { textContent: seat.name }));
  return label;
}

function showNames() {
  const full = picked.length >= needed();
  for (const chip of names.children) {
    const place = picked.findIndex((seat) => seat.value === chip.value);
    chip.setAttribute("aria-pressed", place >= 0);
    chip.disabled = full && place < 0;
    chip.querySelector(".place")?.remove();
    if (place >= 0) chip.prepend(element("span", { className: "place", textContent: place + 1 }));
  }
}

function showCount() {
  const count = document.getElementById("count");
  count.textContent = count.textContent.replace(/\d+(\D+)\d+/, `${picked.length}$1${needed()}`);
  document.getElementById("go").disabled = picked.length !== needed();
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

// Guests and the filter --------------------------------------------------------------------

function addGuest() {
  const name = guest.value.trim();
  if (!name) return guest.focus();
  const known = picked.some((seat) => seat.value === GUEST + name);
  if (!known) toggle(GUEST + name, name);
  guest.value = "";
}

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();

function narrow() {
  const wanted = plain(filter.value.trim());
  for (const chip of names.children) chip.hidden = !plain(chip.querySelector("bdi").textContent).includes(wanted);
}

// Wiring -----------------------------------------------------------------------------------

function onClick(event) {
  const chip = event.target.closest("button.chip");
  if (!chip) return;
  event.preventDefault();
  toggle(chip.value, chip.querySelector("bdi").textContent);
  if (filter?.value) {
    filter.value = "";
    narrow();
  }
}

// The first submit button of a form answers Enter: here that must be "Add" or "Start".
function onEnter(event) {
  if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
  event.preventDefault();
  if (event.target === guest) addGuest();
  else if (event.target === filter) [...names.children].find((chip) => !chip.hidden && !chip.disabled)?.click();
}

let sent = false;

function onSubmit(event) {
  if (sent) event.preventDefault();
  sent = true;
}

names.addEventListener("click", onClick);
document.getElementById("add-guest").addEventListener("click", (event) => {
  event.preventDefault();
  addGuest();
});
form.addEventListener("keydown", onEnter);
form.addEventListener("submit", onSubmit);
form.addEventListener("change", (event) => event.target.name === "variant" && show());
filter?.addEventListener("input", narrow);
// Back from the table: the form may be sent once more, for the server starts a game only once.
// Everything is chosen already: the next sheet of a day needs one key.
if (picked.length === needed()) document.getElementById("go").focus();
addEventListener("pageshow", () => { sent = false; });
show();
