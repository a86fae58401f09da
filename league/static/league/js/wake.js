// Keeps the screen awake while a game is open, beside the cards or on the wall.
// The browser drops the lock whenever the page is hidden, so it is taken again.

async function keepAwake() {
  const playing = document.querySelector("#screen[data-open], .board");
  if (!playing || document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // Refused, as on a low battery: scoring works all the same.
  }
}

document.addEventListener("visibilitychange", keepAwake);
keepAwake();
