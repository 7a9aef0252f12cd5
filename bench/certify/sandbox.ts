import { setTimeout as pause } from 'node:timers/promises';

/** An invented person with all the data of the forms. */
export interface Person {
  readonly seed: number;
  readonly gender: 'male' | 'female';
  readonly phone: string;
  readonly email: string;
  readonly companyName: string;
  readonly companyAddress: string;
  readonly bankCode: string;
  readonly ifsc: string;
  readonly accountNo: string;
  readonly contacts: readonly { relationship: 'parent' | 'friend'; name: string; phone: string }[];
}

/** Sample pictures of cards. */
export type Card = 'pan-front' | 'aadhaar-front' | 'aadhaar-back';

const CODE_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 20;

async function get(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response;
}

const bytesOf = async (url: string): Promise<Buffer<ArrayBuffer>> => Buffer.from(await (await get(url)).arrayBuffer());

/** A person of the sandbox; the same one for the same seed. */
export async function inventPerson(url: string, seed: number): Promise<Person> {
  return (await (await get(`${url}/sandbox/api/person/${seed}`)).json()) as Person;
}

/** A card of a person as photographed, as JPEG. */
export function drawCard(url: string, card: Card, seed: number): Promise<Buffer<ArrayBuffer>> {
  return bytesOf(`${url}/sandbox/api/sample/${seed}/${card}/clean.jpg`);
}

/** A drawn person in one of the five poses, as JPEG. */
export function drawPose(url: string, pose: string): Promise<Buffer<ArrayBuffer>> {
  return bytesOf(`${url}/sandbox/api/face/1/${pose}.jpg`);
}

/** A film of drawn people that a browser can play as its camera: all poses, or with another person in the last two. */
export function drawFilm(url: string, film: 'right' | 'swap'): Promise<Buffer<ArrayBuffer>> {
  return bytesOf(`${url}/sandbox/api/face-film/${film}.mjpeg`);
}

/** The code sent to a phone, once it is. @throws Error when none comes */
export async function readCode(url: string, phone: string): Promise<string> {
  const until = performance.now() + CODE_WITHIN_MS;
  while (performance.now() < until) {
    const { messages } = (await (await get(`${url}/sandbox/api/messages?phone=${phone}`)).json()) as Messages;
    const code = messages.find(({ values }) => values.code)?.values.code;
    if (code) return code;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error('no code was sent');
}

interface Messages {
  messages: { values: { code?: string } }[];
}

/** Creates and signs in a person at a given point of the certification. @returns token and cookie */
export async function putAt(url: string, to: 'identity' | 'face'): Promise<{ token: string; cookie: string }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/sandbox/api/jump`, { method: 'POST', headers, body: JSON.stringify({ to }) });
  if (!response.ok) throw new Error(`jump to ${to}: ${response.status} ${await response.text()}`);
  const { token } = (await response.json()) as { token: string };
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error('the sandbox gave no cookie');
  return { token, cookie };
}
