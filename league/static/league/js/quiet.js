// Tonight: says of a table where nothing was recorded for a while how long that is. A <time data-quiet="… %s …">
// holds the words; without this script the time of the last hand stands there by itself.

const LONG = 12; // minutes
const EVERY = 30_000;

function tell() {
  for (const last of document.querySelectorAll("time[data-quiet]")) {
    const minutes = Math.floor((Date.now() - Date.parse(last.dateTime)) / 60_000);
    const told = last.nextElementSibling;
    told.hidden = minutes < LONG;
    told.textContent = told.hidden ? "" : last.dataset.quiet.replace("%s", minutes);
  }
}

tell();
setInterval(tell, EVERY);
document.addEventListener("htmx:after:swap", tell);
