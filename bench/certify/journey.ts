import { arrive, button, type LoadScript } from './load-script.ts';
import { type Card, drawCard, type Person, readCode } from './sandbox.ts';
import { textOf } from './texts.ts';

/** The simulated user. `sandbox`: the app's address without the slow network. */
export interface Actor {
  readonly script: LoadScript;
  /** Address of the app behind the slow network. */
  readonly address: string;
  readonly sandbox: string;
  readonly person: Person;
}

/** A part of the certification, from the end of the one before to the first screen of the next. */
export interface Step {
  readonly name: string;
  /** Whether its duration is determined by the camera's film, not by the app. */
  readonly isFilmed?: true;
  walk(actor: Actor): Promise<void>;
}

const PERSONAL = [
  ['education', "Bachelor's degree"],
  ['maritalStatus', 'Married'],
  ['childrenCount', '1'],
  ['workStatus', 'Salaried'],
  ['industry', 'Technology'],
  ['monthlyIncome', '₹40,000 to ₹60,000'],
  ['salaryType', 'Bank transfer'],
  ['payday', 'Day 1 of the month'],
] as const;
const RELATIONS = { parent: 'Parent', friend: 'Friend' } as const;
const BANKS: Readonly<Record<string, string>> = { HDFC: 'HDFC', SBIN: 'State Bank', ICIC: 'ICICI', UTIB: 'Axis' };

async function agree({ script }: Actor, purpose: string): Promise<void> {
  await arrive(script.page, textOf(`consent.title_${purpose}`));
  await script.press(button(script.page, 'consent.agree'));
}

function card(kind: Card, next: string): Step['walk'] {
  return async ({ script, sandbox, person }) => {
    const { page } = script;
    const buffer = await drawCard(sandbox, kind, person.seed);
    script.done.taps += 2;
    const file = { name: `${kind}.jpg`, mimeType: 'image/jpeg', buffer };
    await page.getByLabel(textOf('certification.upload')).setInputFiles(file);
    await script.press(button(page, 'certification.use_picture'));
    await page.getByText(textOf('certification.check_fields_text')).waitFor();
    await script.press(button(page, 'certification.next'));
    await arrive(page, textOf(next));
  };
}

async function openApp({ script: { page }, address }: Actor): Promise<void> {
  await page.goto(address);
  await page.getByRole('link', { name: textOf('noren.start') }).waitFor();
}

async function signIn({ script, sandbox, person }: Actor): Promise<void> {
  const { page } = script;
  await script.tap(page.getByRole('link', { name: textOf('noren.start') }));
  await script.type(textOf('login.phone_label'), person.phone);
  await script.press(button(page, 'login.send_code'));
  await arrive(page, textOf('login.code_title'));
  await script.tap(page.getByRole('checkbox'));
  await script.type(textOf('login.code_label'), await readCode(sandbox, person.phone));
  await arrive(page, textOf('certification.title'));
}

async function answer(actor: Actor): Promise<void> {
  const { script } = actor;
  const { page } = script;
  await script.tap(page.getByRole('link', { name: textOf('certification.continue') }));
  await agree(actor, 'questionnaire');
  for (const words of ['Household', '₹40,000 to ₹60,000', 'None', 'A friend']) {
    await script.tap(page.getByRole('radio', { name: words, exact: true }));
    await script.press(button(page, 'certification.next'));
  }
  await arrive(page, textOf('certification.your_answers'));
  await script.press(button(page, 'certification.save_answers'));
  await arrive(page, textOf('consent.title_identity_documents'));
}

async function agreeToCards(actor: Actor): Promise<void> {
  await agree(actor, 'identity_documents');
  await arrive(actor.script.page, textOf('certification.panFront'));
}

async function confirm(actor: Actor): Promise<void> {
  await actor.script.press(button(actor.script.page, 'certification.confirm_next'));
  await agree(actor, 'face_check');
  await arrive(actor.script.page, textOf('certification.face_title'));
}

async function loadEngine({ script }: Actor): Promise<void> {
  await script.press(button(script.page, 'certification.start_face'));
  await script.page.getByText(textOf('certification.pose_of', { number: 1, total: 5 })).waitFor();
}

async function holdPoses({ script: { page } }: Actor): Promise<void> {
  await page.getByRole('dialog', { name: textOf('certification.face_title') }).waitFor({ state: 'hidden' });
}

async function beJudged({ script: { page } }: Actor): Promise<void> {
  await arrive(page, textOf('consent.title_personal_information'));
}

async function enterPersonalInfo(actor: Actor): Promise<void> {
  const { script, person } = actor;
  const { page } = script;
  await agree(actor, 'personal_information');
  await arrive(page, textOf('certification.part_personal'));
  const gender = person.gender === 'male' ? 'Male' : 'Female';
  for (const [field, option] of [['gender', gender], ...PERSONAL] as const) {
    const label = textOf(`certification.${field}`);
    await script.pick(page.getByRole('button', { name: new RegExp(`^${label}`) }), label, option);
  }
  await script.type(textOf('certification.email'), person.email);
  await script.type(textOf('certification.companyName'), person.companyName);
  await script.type(textOf('certification.companyAddress'), person.companyAddress);
  await script.press(button(page, 'certification.save_continue'));
  await arrive(page, textOf('consent.title_contacts'));
}

async function nameContacts(actor: Actor): Promise<void> {
  const { script, person } = actor;
  const { page } = script;
  await agree(actor, 'contacts');
  await arrive(page, textOf('certification.contacts'));
  for (const [index, { relationship, name, phone }] of person.contacts.entries()) {
    const part = page.getByRole('region', { name: textOf('certification.contact_number', { number: index + 1 }) });
    const label = textOf('certification.relationship');
    await script.pick(part.getByRole('button', { name: new RegExp(`^${label}`) }), label, RELATIONS[relationship]);
    for (const [field, text] of [
      ['certification.contact_name', name],
      ['certification.contact_phone', phone],
    ] as const) {
      script.done.taps += 1;
      script.done.characters += text.length;
      await part.getByLabel(textOf(field)).fill(text);
    }
  }
  await script.press(button(page, 'certification.save_continue'));
  await arrive(page, textOf('consent.title_bank_account'));
}

async function nameAccount(actor: Actor): Promise<void> {
  const { script, person } = actor;
  const { page } = script;
  await agree(actor, 'bank_account');
  await arrive(page, textOf('bank.title'));
  await script.tap(page.getByRole('button', { name: new RegExp(`^${textOf('bank.bank')}`) }));
  const bank = BANKS[person.bankCode] ?? person.bankCode;
  const list = page.getByRole('dialog', { name: textOf('bank.choose') });
  await list.getByRole('searchbox').fill(bank.toLowerCase());
  script.done.characters += bank.length;
  await script.tap(list.getByRole('option', { name: new RegExp(bank) }).first());
  await script.type(textOf('bank.ifsc'), person.ifsc);
  await script.tap(page.getByRole('radio', { name: new RegExp(textOf('bank.type_savings')) }));
  await script.type(textOf('bank.account'), person.accountNo);
  await script.type(textOf('bank.again'), person.accountNo);
  await script.press(button(page, 'bank.check'));
  await page.getByText(textOf('bank.said_own_text')).waitFor();
  await script.press(button(page, 'bank.save'));
  await page.getByRole('dialog').waitFor();
}

async function awaitLimit({ script }: Actor): Promise<void> {
  const dialog = script.page.getByRole('dialog', { name: textOf('home.congratulations') });
  await dialog.waitFor();
  await script.press(dialog.getByRole('button', { name: textOf('home.return_home') }));
  await script.page.getByText(textOf('home.available')).waitFor();
}

/** The whole certification. */
export const JOURNEY: readonly Step[] = [
  { name: 'the app opens', walk: openApp },
  { name: 'signing in with a code', walk: signIn },
  { name: 'questionnaire, four questions', walk: answer },
  { name: 'agreeing to the cards', walk: agreeToCards },
  { name: 'PAN card', walk: card('pan-front', 'certification.aadhaarFront') },
  { name: 'Aadhaar, front', walk: card('aadhaar-front', 'certification.aadhaarBack') },
  { name: 'Aadhaar, back', walk: card('aadhaar-back', 'certification.confirm_title') },
  { name: 'confirming what was read', walk: confirm },
  { name: 'face check: until the first pose is shown', walk: loadEngine },
  { name: 'face check: five poses, at the pace of the film', isFilmed: true, walk: holdPoses },
  { name: 'face check: frames sent and judged', walk: beJudged },
  { name: 'personal information', walk: enterPersonalInfo },
  { name: 'two contacts', walk: nameContacts },
  { name: 'bank account', walk: nameAccount },
  { name: 'until the limit', walk: awaitLimit },
];
