import { type BrowserContext, expect } from '@playwright/test';
import { nextSeed } from './seeds.ts';

/** An invented person with all that the forms ask for. */
export interface Person {
  seed: number;
  name: string;
  gender: 'male' | 'female';
  birthDay: string;
  pan: string;
  aadhaar: string;
  phone: string;
  email: string;
  companyName: string;
  pin: string;
  companyAddress: string;
  bankCode: string;
  ifsc: string;
  accountNo: string;
  contacts: { relationship: 'parent' | 'friend'; name: string; phone: string }[];
}

/** Where a new invented person can be put. */
export type JourneyPoint =
  | 'new'
  | 'identity'
  | 'face'
  | 'personal'
  | 'contacts'
  | 'bank'
  | 'limit'
  | 'pictures'
  | 'evaluating'
  | 'review'
  | 'declined'
  | 'regular'
  | 'active'
  | 'due-tomorrow'
  | 'overdue'
  | 'disbursing'
  | 'payout-failed'
  | 'settled';

/** The user that the browser is signed in as. */
export interface SignedInPerson {
  userId: string;
  person: Person;
  phone: string;
  repayId: string | null;
  token: string;
  path: string;
}

/** Kinds of the sample pictures. */
export type Sample =
  | 'pan-front'
  | 'aadhaar-front'
  | 'aadhaar-back'
  | 'aadhaar-plain'
  | 'code-altered'
  | 'selfie';

async function readAnswer(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function control(url: string, name: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return readAnswer(
    await fetch(`${url}/sandbox/api/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }),
  );
}

/** An invented person, unique in this run. */
export async function inventPerson(url: string, seed = nextSeed()): Promise<Person> {
  return (await readAnswer(await fetch(`${url}/sandbox/api/person/${seed}`))) as Person;
}

/** A sample picture of a person as JPEG, in one of the looks that the sandbox page lists. */
export async function samplePicture(
  url: string,
  kind: Sample,
  seed = 1,
  look = 'clean',
): Promise<Buffer> {
  const response = await fetch(`${url}/sandbox/api/sample/${seed}/${kind}/${look}.jpg`);
  if (!response.ok) throw new Error(`no sample ${kind}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** The share code of the sandbox's files. */
export const SHARE_CODE = '4821';

/** An offline e-KYC file of a person's phone: genuine, or forged in one of the sandbox's ways. */
export async function sampleFile(
  url: string,
  seed: number,
  kind: 'genuine' | 'altered' | 'stranger' | 'old' | 'mobile',
): Promise<Buffer> {
  const response = await fetch(`${url}/sandbox/api/identity-file/${seed}/${kind}.zip`);
  if (!response.ok) throw new Error(`no file ${kind}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Films for the fake camera; the face check must pass only the first. */
export type Film = 'right' | 'still' | 'two' | 'none' | 'swap';

/** A film of drawn people, as concatenated JPEGs. */
export async function sampleFilm(url: string, film: Film): Promise<Buffer> {
  const response = await fetch(`${url}/sandbox/api/face-film/${film}.mjpeg`);
  if (!response.ok) throw new Error(`no film ${film}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Signs a browser in as a new invented person at a place; opens no screen. */
export async function jump(
  context: BrowserContext,
  url: string,
  to: JourneyPoint,
): Promise<SignedInPerson> {
  const response = await context.request.post(`${url}/sandbox/api/jump`, {
    data: { to, seed: nextSeed() },
  });
  if (!response.ok())
    throw new Error(`jump to ${to}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as SignedInPerson;
}

/** The messages sent to a phone, the newest first. */
export async function messagesTo(url: string, phone: string): Promise<Message[]> {
  return ((await readAnswer(await fetch(`${url}/sandbox/api/messages?phone=${phone}`))) as Messages)
    .messages;
}

async function codesTo(url: string, phone: string): Promise<string[]> {
  return (await messagesTo(url, phone)).flatMap(({ values }) => values.code ?? []);
}

/** The newest code sent to a phone, once `count` codes were sent. */
export async function readCode(url: string, phone: string, count = 1): Promise<string> {
  let codes: string[] = [];

  const read = async (): Promise<number> => {
    codes = await codesTo(url, phone);
    return codes.length;
  };

  await expect.poll(read, { message: `codes sent to ${phone}` }).toBeGreaterThanOrEqual(count);

  return codes[0] ?? '';
}

interface Message {
  template: string;
  values: { code?: string };
}

interface Messages {
  messages: Message[];
}

/** A magic link for a known phone, as a message would contain it. */
export async function makeLink(url: string, phone: string): Promise<string> {
  return ((await control(url, 'link', { phone })) as { path: string }).path;
}

/** A link that pays the newest loan of a phone, as a message would contain it. */
export async function makePaymentLink(url: string, phone: string): Promise<string> {
  return ((await control(url, 'paymentLink', { phone })) as { path: string }).path;
}

/** How a payer pays in the sandbox bank; `seen`: their bank has not confirmed yet. */
type PaymentOptions = {
  rupees?: number;
  channel?: 'upi' | 'bank_transfer' | 'cash_counter';
  seen?: 'yes';
};

/** Pays a payment in the sandbox bank. */
export async function payPayment(
  url: string,
  code: string,
  options: PaymentOptions = {},
): Promise<void> {
  await control(url, 'pay', { code, ...options });
}

/** The payer's bank confirms a payment that it had only seen. */
export async function confirmPayment(url: string, code: string): Promise<void> {
  await control(url, 'confirm', { code });
}

/** The payer acts on a mandate in the UPI app; `code` is in the address that opens it. */
export async function actOnMandate(
  url: string,
  code: string,
  act: 'approve' | 'refuse' | 'pause' | 'cancel',
): Promise<void> {
  await control(url, 'mandate', { code, act });
}

/** A transfer to the sandbox bank that names no payment. */
export async function transferMoney(url: string, rupees: number): Promise<void> {
  await control(url, 'transfer', { rupees });
}

/** How a part of the sandbox bank behaves from now on. */
export async function setBank(
  url: string,
  part: 'payouts' | 'payments' | 'refunds' | 'accounts' | 'debits',
  behaviour: string,
): Promise<void> {
  await control(url, 'switch', { part, behaviour });
}

/** Moves the business day; the days between are closed one by one. */
export async function moveDay(url: string, days = 1): Promise<void> {
  await control(url, 'day', { days });
}

/** Waits until no job is due. */
export async function settleJobs(url: string): Promise<void> {
  await control(url, 'settle', { forMs: 60_000 });
}
