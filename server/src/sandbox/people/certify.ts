import type { Client } from '@noren/contract/client';
import type { Envelope } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import { addressFields } from '@noren/contract/personal-info';
import type { Purpose } from '@noren/core/people/consent';
import { UserStatus } from '@noren/core/people/status';
import { writeDocument } from '../../people/certification/document-store.ts';
import {
  createLivenessCheck,
  saveLivenessDecision,
} from '../../people/certification/liveness-store.ts';
import { writeSource } from '../../people/certification/source-store.ts';
import { currentTexts } from '../../people/consents.ts';
import type { Deps } from '../../platform/deps.ts';
import { fileAad } from '../../platform/ports/files.ts';
import { drawAadhaarBack, drawAadhaarFront, drawPan } from '../samples/draw-documents.ts';
import type { InventedPerson } from './data.ts';
import type { PersonScenario } from './starting-points.ts';

/** An invented person using the app: their user and their signed-in client. */
export interface PersonInApp {
  readonly deps: Deps;
  readonly client: Client;
  readonly userId: string;
  readonly person: InventedPerson;
}

/**
 * The data of a successful call.
 * @throws Error when it was refused: invented people do nothing that may be refused
 */
export function successData<T>(answer: Envelope<T>): T {
  if (answer.code === 200) return answer.data as T;
  throw new Error(`refused with ${answer.code}: ${JSON.stringify(answer.data)}`);
}

/** Agrees to a purpose's text, as its screen would. */
export async function agree(
  { client, deps }: Pick<PersonInApp, 'client' | 'deps'>,
  purpose: Purpose,
): Promise<void> {
  const { textVersion } = currentTexts(deps)[purpose];

  successData(
    await client.send(CALLS.saveConsent, { body: { purpose, textVersion, given: true } }),
  );
}

/** An applicant whom the scorecard declines: hardly any income, and other debts. */
const POOR = {
  otherDebts: 'two_or_more',
  workStatus: 'unemployed',
  monthlyIncome: 'under_10000',
  salaryType: 'cash',
};

const WELL_OFF = {
  otherDebts: 'none',
  workStatus: 'salaried',
  monthlyIncome: '40000_60000',
  salaryType: 'bank',
};

/** Completes the steps that lead to the scenario's status, each by the app's own call. */
export async function certify(actor: PersonInApp, scenario: PersonScenario): Promise<void> {
  const means = scenario.credit === 'declined' ? POOR : WELL_OFF;
  const steps: [UserStatus, Purpose[], () => Promise<unknown>][] = [
    [UserStatus.identityDue, ['questionnaire'], () => answerSurvey(actor, means)],
    [
      UserStatus.personalInfoDue,
      ['identity_documents', 'face_check'],
      () => confirmIdentity(actor, scenario),
    ],
    [UserStatus.contactsDue, ['personal_information'], () => enterPersonalInfo(actor, means)],
    [UserStatus.bankAccountDue, ['contacts'], () => nameContacts(actor)],
    [UserStatus.certified, ['bank_account'], () => bindAccount(actor, scenario)],
  ];

  for (const [status, purposes, step] of steps) {
    if (scenario.bizStatus < status) continue;

    for (const purpose of purposes) await agree(actor, purpose);
    await step();
  }

  if (!scenario.hasDocuments) return;

  for (const purpose of ['identity_documents', 'face_check'] as const) await agree(actor, purpose);
  await storeDocuments(actor);
  await storeCode(actor);
}

async function answerSurvey(
  { client }: PersonInApp,
  { otherDebts, monthlyIncome }: typeof WELL_OFF,
): Promise<void> {
  const body = { purpose: 'household', incomeBand: monthlyIncome, otherDebts, heardFrom: 'friend' };
  successData(await client.send(CALLS.saveSurvey, { body }));
}

async function confirmIdentity(actor: PersonInApp, scenario: PersonScenario): Promise<void> {
  const { client, person } = actor;

  await storeDocuments(actor);
  if (!scenario.hasNoCode) await storeCode(actor);
  await passFaceCheck(actor);

  // A confirmed typing error needs a manual review.
  const pan =
    scenario.credit === 'review'
      ? person.pan.slice(0, -1) + (person.pan.endsWith('Q') ? 'R' : 'Q')
      : person.pan;
  const body = { name: person.name, pan, birthDay: person.birthDay, aadhaar: null };

  successData(await client.send(CALLS.saveIdentity, { body }));
}

/** Stores drawn documents as if OCR had read them correctly; OCR itself would take seconds. */
async function storeDocuments({ deps, userId, person }: PersonInApp): Promise<void> {
  const aadhaarHash = deps.crypto.hashes('aadhaar', person.aadhaar).at(-1) as Buffer;
  const aadhaarLast4 = person.aadhaar.slice(-4);
  const { name, fatherName, birthDay, pan, gender, address, pin } = person;
  const documents = [
    {
      type: 'panFront',
      draw: drawPan,
      fields: { name, fatherName, birthDay, pan },
      aadhaarHash: null,
    },
    {
      type: 'aadhaarFront',
      draw: drawAadhaarFront,
      fields: { name, birthDay, gender, aadhaarLast4 },
      aadhaarHash,
    },
    {
      type: 'aadhaarBack',
      draw: drawAadhaarBack,
      fields: { address, pin, aadhaarLast4 },
      aadhaarHash,
    },
  ] as const;

  for (const { draw, ...document } of documents) {
    // Only the last four digits of an Aadhaar number are stored, also in the picture.
    const masked = { ...person, aadhaar: aadhaarLast4.padStart(12, 'X') };
    const picture = await draw(masked, { look: 'scanned', seed: 1 });
    const fileId = await deps.files.put(picture, { aad: fileAad({ userId, kind: document.type }) });

    await writeDocument(
      deps.db,
      deps.crypto,
      userId,
      { ...document, fileId, isRead: true, confidence: 95, uncertain: [] },
      deps.now(),
    );
  }
}

/** Stores the code on the card as if its signature had been verified. */
async function storeCode({ deps, userId, person }: Omit<PersonInApp, 'client'>): Promise<void> {
  const [careOf = '', house = '', street = '', location = '', town = '', state = ''] =
    person.address.split(', ');
  const identity = {
    kind: 'secure_qr',
    formatVersion: 'V2',
    keyId: 'sandbox',
    referenceLast4: person.aadhaar.slice(-4),
    issuedAt: Date.UTC(2024, 2, 12),
    fields: {
      name: person.name,
      birth: person.birthDay,
      gender: person.gender,
      ...{ careOf, house, street, location, town, state, pin: person.pin },
      ...{ landmark: '', postOffice: location, subDistrict: town, district: town },
    },
    digests: {},
  } as const;
  const consentVersion = currentTexts(deps).identity_documents.textVersion;

  await writeSource(deps.db, deps.crypto, userId, {
    identity,
    photoFileId: null,
    photoResult: 'none',
    document: 'aadhaarBack',
    consentVersion,
    now: deps.now(),
  });
}

async function passFaceCheck({ deps, userId }: PersonInApp): Promise<void> {
  const now = deps.now();
  const { transactionId } = await createLivenessCheck(deps.db, userId, {
    purpose: 'identity',
    mode: 'camera',
    now,
    expiresAt: now + 180_000,
  });
  const figures = { score: 1, likeness: 1, similarity: null, hints: [] };
  const decision = { outcome: 'passed', reason: null, pose: null, ...figures } as const;

  await saveLivenessDecision(deps.db, userId, transactionId, decision, now);
}

async function enterPersonalInfo(
  { client, person }: PersonInApp,
  means: typeof WELL_OFF,
): Promise<void> {
  const { otherDebts: _, ...work } = means;
  const { info: known } = successData(await client.send(CALLS.viewPersonalInfo, {}));
  const body = {
    ...work,
    ...addressFields.parse(known),
    gender: person.gender,
    birthday: person.birthDay,
    email: person.email,
    education: 'bachelor',
    maritalStatus: 'married',
    childrenCount: 'one',
    industry: 'technology',
    payday: 'day_1',
    companyName: person.companyName,
    companyAddress: person.companyAddress,
  };

  successData(await client.send(CALLS.savePersonalInfo, { body }));
}

async function nameContacts({ client, person }: PersonInApp): Promise<void> {
  successData(await client.send(CALLS.saveContacts, { body: { contacts: [...person.contacts] } }));
}

async function bindAccount(
  { client, person }: PersonInApp,
  scenario: PersonScenario,
): Promise<void> {
  const { bankCode, ifsc, accountNo, name } = person;
  // A surname alone is a partial match, which costs points.
  const holderName = scenario.credit === 'declined' ? `Kumar ${name.split(' ').at(-1)}` : name;
  const account = { bankCode, ifsc, accountNo, holderName };

  successData(await client.send(CALLS.preCheckAccount, { body: account }));

  const details = { accountType: 1, accountNo, isSalaryAccount: true } as const;
  successData(await client.send(CALLS.saveAccountDetails, { body: details }));
  successData(
    await client.send(CALLS.saveAccount, { body: { ...account, accountNoAgain: accountNo } }),
  );
}
