// Runs in the browser unbuilt: the page's controls and the parts that refresh.
import { useControl } from './control.mjs';

const LOOK_EVERY_MS = 2_000;
const said = document.getElementById('said');
let saying;

function say(words, isBad = false) {
  said.textContent = words;
  said.classList.toggle('bad', isBad);
  clearTimeout(saying);
  saying = setTimeout(() => {
    said.textContent = '';
  }, 6_000);
}

const AFTER = {
  jump: ({ path }) => location.assign(path),
  day: ({ today }) => say(`It is ${today.split('-').reverse().join('/')} now.`),
  switch: ({ payouts, payments, refunds, accounts }) =>
    say(`Payouts: ${payouts}. Payments: ${payments}. Refunds: ${refunds}. Accounts: ${accounts}.`),
  pay: ({ paid }) =>
    say(`Paid ${paid.map(({ amountPaise }) => `₹${amountPaise / 100}`).join(' and ')}.`),
  confirm: () => say('Confirmed.'),
  chargeback: ({ amountPaise }) => say(`₹${amountPaise / 100} reversed.`),
  transfer: ({ utr }) => say(`Transferred, UTR ${utr}.`),
  deliver: ({ delivered }) => say(`${delivered} delivered.`),
  link: ({ path }) => showLink(path),
  dues: ({ sent }) => say(sent === 1 ? 'Told of one loan.' : `Told of ${sent} loans.`),
};

function showLink(path) {
  const link = Object.assign(document.createElement('a'), {
    href: path,
    textContent: new URL(path, location.href).href,
  });
  document.getElementById('link').replaceChildren(link);
  say('The link is made.');
}

async function send(form, submitter) {
  const body = Object.fromEntries(new FormData(form, submitter));
  const buttons = form.querySelectorAll('button');

  for (const button of buttons) button.disabled = true;

  try {
    AFTER[form.dataset.control](await useControl(form.dataset.control, body));
    await renew();
  } catch (error) {
    say(error.message, true);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    say(`Copied ${button.dataset.copy}`);
  } catch {
    // Plain http on a phone has no clipboard: the text is selected instead, to be copied by hand.
    getSelection().selectAllChildren(button);
    say('Marked: copy it by hand.');
  }
}

let isRenewing = false;

async function renew() {
  if (isRenewing) return;

  isRenewing = true;

  try {
    const response = await fetch('/sandbox/live');
    if (response.ok)
      for (const [id, text] of Object.entries(await response.json()))
        replace(document.getElementById(id), text);

    showFiltered();
  } catch (error) {
    say(`No answer from the sandbox: ${error.message}`, true);
  } finally {
    isRenewing = false;
  }
}

const filter = document.getElementById('phone-filter');
filter.value = new URLSearchParams(location.search).get('phone') ?? '';

/** Shows only the entries of the phone in the filter; entries of no phone stay. */
function showFiltered() {
  const digits = filter.value.replace(/\D/g, '').slice(-10);
  let hidden = 0;

  for (const entry of document.querySelectorAll('[data-phone]')) {
    entry.hidden = !matchesPhone(entry.dataset.phone, digits);
    hidden += entry.hidden ? 1 : 0;
  }

  document.getElementById('filtered').textContent =
    digits === ''
      ? ''
      : hidden === 1
        ? '1 entry of another phone is hidden.'
        : `${hidden} entries of other phones are hidden.`;
}

/** Lists without a user's key have the phone masked: its first two and last three digits. */
function matchesPhone(phone, digits) {
  if (!phone.includes('•')) return phone.includes(digits);
  return digits.length < 10
    ? phone.startsWith(digits.slice(0, 2))
    : phone.startsWith(digits.slice(0, 2)) && phone.endsWith(digits.slice(-3));
}

const shown = new Map();

function replace(place, text) {
  const used = place.contains(document.activeElement) ? document.activeElement : null;
  // A part whose field has the focus is not replaced.
  if (shown.get(place) === text || used?.matches('input, select')) return;

  shown.set(place, text);
  place.innerHTML = text;
  if (used) place.focus({ preventScroll: true });
}

document.addEventListener('submit', (event) => {
  if (event.target.dataset.control === undefined) return;
  event.preventDefault();
  void send(event.target, event.submitter);
});

document.addEventListener('change', (event) => {
  const form = event.target.closest('form[data-on-change]');
  if (form) void send(form, null);
});

filter.addEventListener('input', showFiltered);

document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-copy]');
  if (button) void copy(button);
});

setInterval(() => {
  if (!document.hidden) void renew();
}, LOOK_EVERY_MS);

void renew();
