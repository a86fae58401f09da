// Passkeys: asks the browser for one, puts its answer into the form, and sends the form. Kinds of forms: "add" a passkey,
// "use" one of somebody who is known, "sign-in" by one of whoever it is. The options stand in the page; for "sign-in" they
// are asked for first, so that a page that is only looked at needs no session.
const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const toText = (buffer) =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const known = (list = []) => list.map((one) => ({ ...one, id: toBytes(one.id) }));

async function add(form, { publicKey }) {
  const alone = form.elements.passwordless.value !== "";
  const made = await navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: toBytes(publicKey.challenge),
      user: { ...publicKey.user, id: toBytes(publicKey.user.id) },
      excludeCredentials: known(publicKey.excludeCredentials),
      authenticatorSelection: {
        ...publicKey.authenticatorSelection,
        residentKey: alone ? "required" : "discouraged",
        requireResidentKey: alone,
        userVerification: alone ? "required" : "preferred",
      },
    },
  });
  return ["clientDataJSON", "attestationObject"].reduce(
    (said, part) => ({ ...said, response: { ...said.response, [part]: toText(made.response[part]) } }),
    { id: made.id, rawId: toText(made.rawId), type: made.type, response: {} },
  );
}

async function use({ publicKey }) {
  const { id, rawId, type, response } = await navigator.credentials.get({
    publicKey: {
      ...publicKey,
      challenge: toBytes(publicKey.challenge),
      allowCredentials: known(publicKey.allowCredentials),
    },
  });
  const parts = ["clientDataJSON", "authenticatorData", "signature"].map((part) => [part, toText(response[part])]);
  const whose = response.userHandle ? { userHandle: toText(response.userHandle) } : {};
  return { id, rawId: toText(rawId), type, response: { ...Object.fromEntries(parts), ...whose } };
}

async function options(form) {
  if (form.dataset.passkey !== "sign-in") return JSON.parse(document.getElementById("passkey-options").textContent);
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

async function ask(form) {
  const { creation_options: creation, request_options: request } = await options(form);
  return creation ? add(form, creation) : use(request);
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.passkey) return;
  event.preventDefault();
  const problem = form.querySelector("[data-passkey-problem]");
  problem.hidden = true;
  try {
    form.elements.credential.value = JSON.stringify(await ask(form));
    form.submit();
  } catch {
    problem.hidden = false;
  }
});
