import { randomInt } from 'node:crypto';
import type { Envelope } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import type { Language } from '@noren/contract/languages';
import { rupees } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import type { Purpose } from '@noren/core/people/consent';
import { consentTextsFor } from '@noren/core/people/consent-texts';
import { UserStatus } from '@noren/core/people/status';
import { writeAccount } from '../people/bank/store.ts';
import { confirmAddress } from '../people/certification/address-store.ts';
import { writeDocument } from '../people/certification/document-store.ts';
import {
  writeContacts,
  writeIdentity,
  writePersonalInfo,
  writeSurvey,
} from '../people/certification/store.ts';
import { currentTexts, recordDecision } from '../people/consents.ts';
import { findOrCreateUser } from '../people/login/store.ts';
import { hashToken } from '../platform/crypto/field-crypto.ts';
import { makeSecret } from '../platform/crypto/secret.ts';
import { timestamp } from '../platform/db/db.ts';
import { openSession } from '../platform/http/session-store.ts';
import { fileAad } from '../platform/ports/files.ts';
import { readSandboxMessages } from '../sandbox/phone/store.ts';
import { samplePerson } from '../sandbox/samples/sample-person.ts';
import type { TestApp, TestClient } from './start-app.ts';

export interface SignedInUser {
  readonly client: TestClient;
  readonly userId: string;
  readonly phone: string;
}

/** Options of a test's user; a limit of null leaves the evaluation running. */
export interface UserOptions {
  bizStatus?: UserStatus;
  limitPaise?: number | null;
  phone?: string;
  language?: Language;
  /** What the issuer of the card says of the identity; null without a source. Default: agrees. */
  source?: 'agrees' | 'differs' | null;
  /** The user's consents; default: all. */
  consents?: readonly Purpose[];
}

/**
 * The data of a successful answer.
 * @throws Error when it was refused
 */
export function successData<T>(answer: Envelope<T>): T {
  if (answer.code === 200) return answer.data as T;
  throw new Error(`refused: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
}

/** A phone number that is unique in the test. */
export function aPhoneNumber(): string {
  return `9${String(randomInt(10 ** 9)).padStart(9, '0')}`;
}

type Certify = (
  app: TestApp,
  userId: string,
  person: ReturnType<typeof samplePerson>,
) => Promise<void>;

async function certifyIdentity(...[{ deps }, userId, person]: Parameters<Certify>): Promise<void> {
  const { db, crypto, files } = deps;
  const now = deps.now();
  const aadhaarHash = crypto.hash('aadhaar', person.aadhaar);
  const fields = {
    name: person.name,
    birthDay: person.birthDay,
    aadhaarLast4: person.aadhaar.slice(-4),
  };

  for (const type of ['panFront', 'aadhaarFront', 'aadhaarBack'] as const) {
    const fileId = await files.put(Buffer.from('a picture'), {
      aad: fileAad({ userId, kind: type }),
    });
    const card = { type, fileId, isRead: true, fields, confidence: 90, uncertain: [], aadhaarHash };
    await writeDocument(db, crypto, userId, card, now);
  }

  await db
    .insertInto('liveness_checks')
    .values({
      userId,
      poses: JSON.stringify(['face']),
      createdAt: timestamp(now),
      expiresAt: timestamp(now),
      outcome: 'passed',
      decidedAt: timestamp(now),
    })
    .execute();

  const identity = {
    name: person.name,
    birthDay: businessDay(person.birthDay),
    pan: person.pan,
    aadhaarLast4: person.aadhaar.slice(-4),
    aadhaarHash,
    state: 'verified' as const,
    reasons: [],
    read: fields,
  };
  await db.transaction().execute((tx) => writeIdentity(tx, crypto, userId, identity, now));
}

/** As if the issuer of the user's card had confirmed the identity, or not. */
export async function giveSource(
  { deps }: Pick<TestApp, 'deps'>,
  userId: string,
  verdict: 'agrees' | 'differs' = 'agrees',
): Promise<void> {
  const at = timestamp(deps.now());
  await deps.db
    .insertInto('identity_sources')
    .values({
      userId,
      kind: 'secure_qr',
      formatVersion: 'V2',
      keyId: 'a-test',
      referenceLast4: '0000',
      issuedAt: at,
      verdict,
      digests: JSON.stringify({}),
      consentVersion: currentTexts(deps).identity_documents.textVersion,
      createdAt: at,
      decidedAt: at,
    })
    .execute();
}

/** Where a certified user lives. */
export const HOME = {
  street: '7 Quince Street',
  locality: 'Kothrud',
  district: 'Pune',
  state: '27',
  pin: '411038',
};

async function certifyPerson(...[{ deps }, userId, person]: Parameters<Certify>): Promise<void> {
  const info = {
    gender: person.gender,
    birthday: person.birthDay,
    email: 'person@mail.example',
    education: 'bachelor',
    maritalStatus: 'married',
    childrenCount: 'one',
    workStatus: 'salaried',
    industry: 'technology',
    monthlyIncome: '40000_60000',
    salaryType: 'bank',
    payday: 'day_1',
    companyName: 'Example Works Pvt Ltd',
    companyAddress: '3 Example Road, Pune 411001',
  };
  await writePersonalInfo(deps.db, deps.crypto, userId, info, deps.now());
  await deps.db
    .transaction()
    .execute((tx) => confirmAddress(tx, deps.crypto, userId, { address: HOME, now: deps.now() }));
}

/** Two emergency contacts. */
export const twoContacts = () => [
  { relationship: 'parent', name: 'Ramesh Example', phone: aPhoneNumber() },
  { relationship: 'friend', name: 'Sita Example', phone: aPhoneNumber() },
];

async function certifyContacts(...[{ deps }, userId]: Parameters<Certify>): Promise<void> {
  await writeContacts(deps.db, deps.crypto, userId, twoContacts());
}

async function certifyAccount(...[{ deps }, userId, person]: Parameters<Certify>): Promise<void> {
  const account = {
    bankCode: 'HDFC',
    ifsc: 'HDFC0000001',
    accountNo: `5${String(randomInt(10 ** 11)).padStart(11, '0')}`,
    holderName: person.name,
    nameMatch: 'match' as const,
    validation: 'valid' as const,
    accountType: 1 as const,
    isSalaryAccount: true,
    payableFrom: deps.now(),
  };
  await deps.db
    .transaction()
    .execute((tx) => writeAccount(tx, deps.crypto, userId, account, deps.now()));
}

async function grantLimit({ deps }: TestApp, userId: string, limit: number | null): Promise<void> {
  const at = timestamp(deps.now());
  const state = limit === null ? 'evaluating' : 'approved';
  await deps.db
    .insertInto('credit_limits')
    .values({
      userId,
      state,
      limitPaise: limit ?? 0,
      startedAt: at,
      evaluatedAt: limit === null ? null : at,
    })
    .execute();
}

/** Gives, refuses or withdraws a consent to a purpose's current text, as its screen would. */
export function sendConsent(client: TestClient, purpose: Purpose, isGiven: boolean) {
  const { textVersion } = consentTextsFor({
    hasSource: true,
    asksPanRegister: false,
    usesDigiLocker: false,
  })[purpose];
  return client.send(CALLS.saveConsent, { body: { purpose, textVersion, given: isGiven } });
}

const requiredConsents = [
  'privacy_policy',
  'questionnaire',
  'identity_documents',
  'face_check',
  'personal_information',
  'contacts',
  'bank_account',
] as const satisfies readonly Purpose[];

async function consent(
  { deps }: TestApp,
  of: { userId: string; deviceId: string },
  purposes: readonly Purpose[],
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    for (const purpose of purposes) {
      const { textVersion } = currentTexts(deps)[purpose];
      const decision = {
        ...of,
        purpose,
        isGiven: true,
        textVersion,
        language: 'en',
        channel: 'web',
        at: deps.now(),
      };
      await recordDecision(tx, deps, decision);
    }
  });
}

/** The answers to the questionnaire. */
export const survey = {
  purpose: 'household',
  incomeBand: '40000_60000',
  otherDebts: 'none',
  heardFrom: 'friend',
};

const ladder: readonly [number, Certify][] = [
  [20, ({ deps }, userId) => writeSurvey(deps.db, userId, survey, deps.now())],
  [UserStatus.personalInfoDue, certifyIdentity],
  [UserStatus.contactsDue, certifyPerson],
  [UserStatus.bankAccountDue, certifyContacts],
  [UserStatus.certified, certifyAccount],
];

/**
 * A user at a status, with all data that it requires, signed in with a code just now. Default:
 * certified, ₹20,000.
 */
export async function aSignedInUser(
  app: TestApp,
  options: UserOptions = {},
): Promise<SignedInUser> {
  const {
    bizStatus = UserStatus.certified,
    limitPaise = rupees(20_000),
    phone = aPhoneNumber(),
    language = 'en',
    source = 'agrees',
  } = options;
  const { deps } = app;
  const now = deps.now();
  const { userId } = await findOrCreateUser(deps.db, deps.crypto, { phone, language, now });
  const person = samplePerson(randomInt(2 ** 31));
  const client = app.client({ language });

  await consent(app, { userId, deviceId: client.deviceId }, options.consents ?? requiredConsents);
  for (const [status, certify] of ladder)
    if (bizStatus >= status) await certify(app, userId, person);
  if (bizStatus >= UserStatus.personalInfoDue && source !== null)
    await giveSource(app, userId, source);
  if (bizStatus >= UserStatus.certified) await grantLimit(app, userId, limitPaise);
  await deps.db
    .updateTable('users')
    .set({ onboardingStatus: bizStatus })
    .where('userId', '=', userId)
    .execute();

  const deviceSecret = makeSecret();
  const by = {
    assurance: 'otp',
    deviceSecret: { hash: hashToken(deviceSecret), formerHashes: [] },
  } as const;
  const opened = await openSession(deps.db, { userId, deviceId: client.deviceId, now, ...by });

  client.token = opened.token;
  client.cookie = `__Host-noren=${opened.cookie}`;
  client.deviceCookie = `__Host-noren-device=${deviceSecret}`;

  return { client, userId, phone };
}

/** Requests a code and reads it from the sandbox's messages. */
export async function requestCode(
  app: TestApp,
  client: TestClient,
  phone: string,
): Promise<{ otpRef: string; code: string }> {
  const sent = successData(await client.send(CALLS.sendOtp, { body: { phone, type: 1 } }));
  return { otpRef: sent.otpRef, code: await newestCode(app, phone) };
}

/** The code of the newest message to a phone. */
export async function newestCode(app: TestApp, phone: string): Promise<string> {
  const [message] = await readSandboxMessages(app.deps.db, phone, 1);
  const text = message?.values.code;
  if (text === undefined) throw new Error('no message with a code was sent');
  return text;
}

/** Signs in through the real calls; an unknown phone becomes a user. */
export async function signIn(
  app: TestApp,
  phone = aPhoneNumber(),
  client = app.client(),
): Promise<SignedInUser> {
  const { policyVersion } = app.deps.appConfig;
  const got = await requestCode(app, client, phone);
  const body = { phone, ...got, agreed: true as const, policyVersion, language: 'en' as const };
  const signedIn = successData(await client.send(CALLS.checkOtpLogin, { body }));

  client.token = signedIn.token;

  return { client, userId: signedIn.userId, phone };
}

/** Every step of the onboarding, to the last. */
export const ONBOARDING_STATUSES = [
  UserStatus.registered,
  UserStatus.identityDue,
  UserStatus.personalInfoDue,
  UserStatus.contactsDue,
  UserStatus.bankAccountDue,
  UserStatus.certified,
] as const;

/** Makes a user's session one that was opened by a link, without a code. */
export async function becomeLinkSession(
  { deps }: TestApp,
  { userId }: { userId: string },
): Promise<void> {
  const link = { assurance: 'link', codeEnteredAt: null, firstCodeAt: null } as const;
  await deps.db.updateTable('sessions').set(link).where('userId', '=', userId).execute();
}

/** As if a code had just been entered on the client's session. */
export async function enterCodeNow(
  { deps }: TestApp,
  { deviceId }: Pick<TestClient, 'deviceId'>,
): Promise<void> {
  const codeEnteredAt = timestamp(deps.now());
  const own = deps.db
    .updateTable('sessions')
    .set({ codeEnteredAt })
    .where('deviceId', '=', deviceId);
  await own.where('assurance', '=', 'otp').execute();
}
