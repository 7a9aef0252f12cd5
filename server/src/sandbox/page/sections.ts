import type { StaffAlert } from '../../platform/ports/staff-alerts.ts';
import {
  ACCOUNT_BEHAVIOURS,
  BANK_BEHAVIOURS,
  type BankPart,
  type Behaviours,
  DEBIT_BEHAVIOURS,
  PAYOUT_BEHAVIOURS,
} from '../bank/behaviour.ts';
import type { InventedPerson } from '../people/data.ts';
import { STARTING_POINT_IDS, STARTING_POINTS } from '../people/starting-points.ts';
import { clockTime, type Html, html, rupees } from './html.ts';
import { FILE_KINDS, SHARE_CODE } from './sample-files.ts';
import { SAMPLE_KINDS, SAMPLE_LOOKS } from './samples.ts';
import type { WaitingWebhook } from './store.ts';
import { BEHAVIOUR_WORDS, PART_WORDS } from './words.ts';

/** The switches of the sandbox bank. */
export function showSwitches(set: Behaviours): Html {
  return html`${showSwitch('payouts', PAYOUT_BEHAVIOURS, set.payouts)}${showSwitch('payments', BANK_BEHAVIOURS, set.payments)}
  ${showSwitch('refunds', BANK_BEHAVIOURS, set.refunds)}${showSwitch('accounts', ACCOUNT_BEHAVIOURS, set.accounts)}
  ${showSwitch('debits', DEBIT_BEHAVIOURS, set.debits)}`;
}

function showSwitch<P extends BankPart>(
  part: P,
  behaviours: readonly Behaviours[P][],
  chosen: Behaviours[P],
): Html {
  const words: Record<Behaviours[P], { name: string; means: string }> = BEHAVIOUR_WORDS[part];

  const choice = (behaviour: Behaviours[P]): Html => {
    const { name, means } = words[behaviour];
    const checked = behaviour === chosen ? html` checked` : '';
    return html`<label><input type="radio" name="behaviour" value="${behaviour}"${checked}>
      <span><b>${name}</b> <code>${behaviour}</code><br><small>${means}</small></span></label>`;
  };

  return html`<form data-control="switch" data-on-change><fieldset>
    <legend>${PART_WORDS[part]}</legend>
    <input type="hidden" name="part" value="${part}">
    <div class="choices">${behaviours.map(choice)}</div>
  </fieldset></form>`;
}

/** Undelivered webhooks of the bank. */
export function showWebhooks(webhooks: readonly WaitingWebhook[]): Html {
  if (webhooks.length === 0) return html`<p class="none">The bank has nothing left to tell.</p>`;

  const rows = webhooks.map(
    ({ position, kind, amountPaise, dueAt }) =>
      html`<li>${position}. ${kind}${amountPaise === null ? '' : ` of ${rupees(amountPaise)}`}, due ${clockTime(dueAt)}</li>`,
  );
  return html`<ul class="rows">${rows}</ul><form data-control="deliver"><button class="main">Deliver now</button></form>`;
}

/** What staff would be sent outside the console. */
export function showStaffAlerts(alerts: readonly StaffAlert[]): Html {
  if (alerts.length === 0)
    return html`<p class="none">Nothing was sent to staff since the start.</p>`;
  const rows = alerts.map(({ id, text }) => html`<li>${clockTime(Date.parse(id))} ${text}</li>`);
  return html`<ul class="rows">${rows}</ul>`;
}

/** Buttons that make a person and sign this browser in as them. */
export function showStartingPoints(): Html {
  const place = (id: (typeof STARTING_POINT_IDS)[number]): Html =>
    html`<form data-control="jump"><button name="to" value="${id}">${STARTING_POINTS[id].name}</button></form>`;
  return html`<div class="starting-points">${STARTING_POINT_IDS.map(place)}</div>`;
}

/** An invented person: values for the forms, and documents to photograph. */
export function showPerson(person: InventedPerson): Html {
  const [one, two] = person.contacts;
  const facts: [string, string][] = [
    ['Phone', person.phone],
    ['Name', person.name],
    ['Father’s name', person.fatherName],
    ['Birth date', person.birthDay.split('-').reverse().join('/')],
    ['PAN', person.pan],
    ['Aadhaar', person.aadhaar],
    ['Address', person.address],
    ['PIN code', person.pin],
    ['E-mail', person.email],
    ['Company', person.companyName],
    ['Company address', person.companyAddress],
    [`Contact 1 (${one.relationship})`, one.name],
    ['Its phone', one.phone],
    [`Contact 2 (${two.relationship})`, two.name],
    ['Its phone', two.phone],
    ['IFSC', person.ifsc],
    ['Account number', person.accountNo],
  ];
  const fact = ([name, value]: [string, string]): Html =>
    html`<div><dt>${name}</dt><dd><button data-copy="${value}" aria-label="Copy ${name}: ${value}">${value}</button></dd></div>`;
  const link = (kind: string, look: string, words: string): Html =>
    html`<a href="/sandbox/api/sample/${person.seed}/${kind}/${look}.jpg" download="${kind}-${look}-${person.seed}.jpg">${words}</a>`;

  const kindRow = ([kind, { name, looks }]: [
    string,
    { name: string; looks: readonly (keyof typeof SAMPLE_LOOKS)[] },
  ]): Html =>
    html`<li class="document"><b>${name}</b>${looks.map((look) => link(kind, look, SAMPLE_LOOKS[look].name))}</li>`;

  return html`<dl>${facts.map(fact)}</dl><ul class="rows">${Object.entries(SAMPLE_KINDS).map(kindRow)}${showFiles(person)}</ul>`;
}

/** Offline e-KYC files of the person's phone, with the share code that opens them. */
function showFiles({ seed }: InventedPerson): Html {
  const link = ([kind, { name }]: [string, { name: string }]): Html =>
    html`<a href="/sandbox/api/identity-file/${seed}/${kind}.zip" download="${kind}-${seed}.zip">${name}</a>`;

  return html`<li class="document"><b>Offline e-KYC file, share code
    <button data-copy="${SHARE_CODE}" aria-label="Copy share code: ${SHARE_CODE}">${SHARE_CODE}</button></b>
    ${Object.entries(FILE_KINDS).map(link)}</li>`;
}
