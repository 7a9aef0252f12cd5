import { type AnswerOf, addressOf, type Call } from '@noren/contract/call';
import {
  type Client,
  type ClientOptions,
  type EarlyRequest,
  makeClient,
  type SendOptions,
} from '@noren/contract/client';
import { CODES } from '@noren/contract/codes';
import type { Envelope } from '@noren/contract/envelope';
import { upload } from './upload.ts';

/**
 * The client of the wire; loaded with the first call, so that the landing page does not carry the sealing. It imports
 * nothing of the app: whom it speaks for it is told.
 */

/** Whom calls are made for. */
export type Speaker = Pick<ClientOptions, 'now' | 'makeRequestId' | 'deviceId' | 'token' | 'language' | 'sealKey'>;

/** What the page's first script leaves for this file: what it sent while the app was on its way, and for whom. */
interface Early {
  readonly token: string;
  readonly language: string;
  readonly sealPair: CryptoKeyPair;
  /** By address. */
  readonly requests: ReadonlyMap<string, EarlyRequest>;
}

declare global {
  interface Window {
    norenEarly?: Early;
  }
}

let speaker: Speaker;
let client: Client | undefined;
let asked: Early | undefined;
const EARLY_FOR_MS = 10_000;
/** What the page asked for, by address; each is for the first that asks. */
const early = new Map<string, { answer: Promise<Envelope<unknown>>; opened?: Envelope<unknown> }>();

function clientFor(given: Speaker): Client {
  speaker = given;
  client ??= makeOurs(given.sealKey);
  return client;
}

function makeOurs(sealKey: Speaker['sealKey']): Client {
  asked = window.norenEarly;
  delete window.norenEarly;
  const made = makeClient({
    base: '',
    // What is sent as the page is put away shall arrive, whatever becomes of the page.
    fetch: (input, init) => fetch(input, document.hidden ? { ...init, keepalive: true } : init),
    upload,
    now: () => speaker.now(),
    makeRequestId: () => speaker.makeRequestId(),
    deviceId: () => speaker.deviceId(),
    token: () => speaker.token(),
    language: () => speaker.language(),
    sealKey,
    sealPair: asked?.sealPair,
  });
  // Opened at once: the screen that shows them is still on its way.
  for (const [address, request] of asked?.requests ?? []) {
    const answer = made.send({ method: 'GET', path: address } as unknown as Call, {} as SendOptions<Call>, request);
    const waiting: { answer: typeof answer; opened?: Envelope<unknown> } = { answer };
    early.set(address, waiting);
    answer.then(
      (opened) => {
        waiting.opened = opened;
      },
      // Told when it is asked for; nobody may.
      () => undefined,
    );
  }
  // A screen opened later asks anew, and nothing of it stays.
  setTimeout(() => early.clear(), EARLY_FOR_MS);
  return made;
}

/** Sends a call for the app, or hands over the answer to what the page sent early. */
export function sendFor<C extends Call>(
  given: Speaker,
  declared: C,
  options: SendOptions<C>,
): Promise<Envelope<AnswerOf<C>>> {
  const sender = clientFor(given);
  const taken = findEarly(given, declared, options);
  if (!taken) return sender.send(declared, options);
  early.delete(taken.address);
  // One that was lost may have been sent before the network was awake.
  return taken.answer.catch(() => sender.send(declared, options)) as Promise<Envelope<AnswerOf<C>>>;
}

/** A success that the page sent for early and that is here already: the screen that asks for it need not wait. */
export function takeOpened<C extends Call>(
  given: Speaker,
  declared: C,
  options: SendOptions<C>,
): AnswerOf<C> | undefined {
  const taken = findEarly(given, declared, options);
  if (taken?.opened?.code !== CODES.success) return undefined;
  early.delete(taken.address);
  return taken.opened.data as AnswerOf<C>;
}

function findEarly<C extends Call>({ token, language }: Speaker, declared: C, options: SendOptions<C>) {
  if (!asked || declared.method !== 'GET') return undefined;
  const address = addressOf(declared, options);
  const waiting = early.get(address);
  const isOurs = token() === asked.token && language() === asked.language;
  return waiting && isOurs ? { ...waiting, address } : undefined;
}
