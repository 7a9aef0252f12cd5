import type { EarlyCall } from 'virtual:first-needs';
import type { AnswerOf, Call } from '@noren/contract/call';
import { addressOf, type Client, type ClientOptions, makeClient, type SendOptions } from '@noren/contract/client';
import type { Envelope } from '@noren/contract/envelope';
import { upload } from './api-upload.ts';

/**
 * The client of the wire; loaded with the first call, so that the landing page does not carry the sealing. It imports
 * nothing of the app: whom it speaks for it is told, by the page's first script while the app is on its way, then by it.
 */

/** Whom calls are made for. */
export type Speaker = Pick<ClientOptions, 'now' | 'makeRequestId' | 'deviceId' | 'token' | 'language' | 'sealKey'>;

/** What the page's first script leaves for this file: calls to be sent as soon as it is there. */
interface Early {
  token: string;
  deviceId: string;
  language: string;
  sealKey: ClientOptions['sealKey'];
  calls: readonly EarlyCall[];
}

declare global {
  interface Window {
    norenEarly?: Early;
  }
}

let speaker: Speaker;
let client: Client | undefined;

function clientFor(given: Speaker): Client {
  speaker = given;
  client ??= makeClient({
    base: '',
    // What is sent as the page is put away shall arrive, whatever becomes of the page.
    fetch: (input, init) => fetch(input, document.hidden ? { ...init, keepalive: true } : init),
    upload,
    now: () => speaker.now(),
    makeRequestId: () => speaker.makeRequestId(),
    deviceId: () => speaker.deviceId(),
    token: () => speaker.token(),
    language: () => speaker.language(),
    sealKey: given.sealKey,
  });
  return client;
}

/** Answers on their way, by address; each is for the first that asks. */
const early = new Map<string, Promise<Envelope<unknown>>>();
/** A screen opened later asks anew. */
const EARLY_FOR_MS = 10_000;
const asked = typeof window === 'undefined' ? undefined : window.norenEarly;
const askedAt = performance.now();

if (asked) {
  const { token, deviceId, language, sealKey } = asked;
  const sender = clientFor({
    // The app's clock comes with the app.
    now: () => Math.round(performance.timeOrigin + performance.now()),
    makeRequestId: () => crypto.randomUUID(),
    deviceId: () => deviceId,
    token: () => token,
    language: () => language,
    sealKey,
  });
  for (const { params, query, ...call } of asked.calls) {
    const answer = sender.send(call as unknown as Call, { params, query } as unknown as SendOptions<Call>);
    // Told when it is asked for; nobody may.
    answer.catch(() => undefined);
    early.set(addressOf(call as unknown as Call, { params, query }), answer);
  }
}

/** Sends a call for the app, or hands over the answer that the page asked for early. */
export function sendFor<C extends Call>(
  given: Speaker,
  declared: C,
  options: SendOptions<C>,
): Promise<Envelope<AnswerOf<C>>> {
  const sender = clientFor(given);
  return takeEarly(given, declared, options) ?? sender.send(declared, options);
}

function takeEarly<C extends Call>(
  { token, language }: Speaker,
  declared: C,
  options: SendOptions<C>,
): Promise<Envelope<AnswerOf<C>>> | undefined {
  if (early.size === 0 || declared.method !== 'GET') return undefined;
  const address = addressOf(declared, options);
  const answer = early.get(address);
  early.delete(address);
  const isOurs = token() === asked?.token && language() === asked.language;
  return isOurs && performance.now() - askedAt < EARLY_FOR_MS
    ? (answer as Promise<Envelope<AnswerOf<C>>> | undefined)
    : undefined;
}
