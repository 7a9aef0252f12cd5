import { type AnswerOf, addressOf, type Call } from '@noren/contract/call';
import {
  type Client,
  type ClientOptions,
  makeClient,
  type PreloadedRequest,
  type SendOptions,
} from '@noren/contract/client';
import { CODES } from '@noren/contract/codes';
import type { Envelope } from '@noren/contract/envelope';
import { upload } from './upload.ts';

/**
 * The app's client of the API. Loaded with the first call, so that the landing page does not load the sealing code; it
 * imports nothing else of the app and gets the identity to send for as an argument.
 */

/** The session, device and language a call is sent for. */
export type ClientIdentity = Pick<
  ClientOptions,
  'now' | 'makeRequestId' | 'deviceId' | 'token' | 'language' | 'sealKey'
>;

/** Requests that the page's first script sent while the app was loading, and the session and language they are for. */
interface PreloadedRequests {
  readonly token: string;
  readonly language: string;
  readonly sealKeyPair: CryptoKeyPair;
  readonly byAddress: ReadonlyMap<string, PreloadedRequest>;
}

declare global {
  interface Window {
    norenPreloaded?: PreloadedRequests;
  }
}

interface PreloadedResponse {
  readonly answer: Promise<Envelope<unknown>>;
  /** Set once `answer` has resolved, so that a screen can render it in its first frame. */
  opened?: Envelope<unknown>;
}

const PRELOADED_LIFETIME_MS = 10_000;

let identity: ClientIdentity;
let client: Client | undefined;
let preloaded: PreloadedRequests | undefined;
/** By address; each response is used once. */
const responses = new Map<string, PreloadedResponse>();

function clientFor(next: ClientIdentity): Client {
  identity = next;
  client ??= createClient(next.sealKey);
  return client;
}

function createClient(sealKey: ClientIdentity['sealKey']): Client {
  preloaded = window.norenPreloaded;
  delete window.norenPreloaded;
  const created = makeClient({
    base: '',
    // A request sent while the page is being hidden must arrive even if the page is closed.
    fetch: (input, init) => fetch(input, document.hidden ? { ...init, keepalive: true } : init),
    upload,
    now: () => identity.now(),
    makeRequestId: () => identity.makeRequestId(),
    deviceId: () => identity.deviceId(),
    token: () => identity.token(),
    language: () => identity.language(),
    sealKey,
    sealKeyPair: preloaded?.sealKeyPair,
  });
  openPreloaded(created);
  return created;
}

/** Opens the preloaded responses at once, while the screen that needs them is still loading. */
function openPreloaded(created: Client): void {
  for (const [address, request] of preloaded?.byAddress ?? []) {
    const answer = created.send({ method: 'GET', path: address } as unknown as Call, {} as SendOptions<Call>, request);
    const response: PreloadedResponse = { answer };
    responses.set(address, response);
    answer.then(
      (opened) => {
        response.opened = opened;
      },
      // `sendAs` handles the failure if a screen asks for this call.
      () => undefined,
    );
  }
  setTimeout(() => responses.clear(), PRELOADED_LIFETIME_MS);
}

/** Sends a call, or returns its preloaded response. */
export function sendAs<C extends Call>(
  sender: ClientIdentity,
  declared: C,
  options: SendOptions<C>,
): Promise<Envelope<AnswerOf<C>>> {
  const current = clientFor(sender);
  const found = findPreloaded(sender, declared, options);
  if (!found) return current.send(declared, options);
  responses.delete(found.address);
  // A lost preload may have been sent before the network was up: send the call again.
  return found.answer.catch(() => current.send(declared, options)) as Promise<Envelope<AnswerOf<C>>>;
}

/** The data of a preloaded response that has arrived and is a success; undefined otherwise. */
export function takePreloadedResponse<C extends Call>(
  sender: ClientIdentity,
  declared: C,
  options: SendOptions<C>,
): AnswerOf<C> | undefined {
  const found = findPreloaded(sender, declared, options);
  if (found?.opened?.code !== CODES.success) return undefined;
  responses.delete(found.address);
  return found.opened.data as AnswerOf<C>;
}

function findPreloaded<C extends Call>({ token, language }: ClientIdentity, declared: C, options: SendOptions<C>) {
  if (!preloaded || declared.method !== 'GET') return undefined;
  const address = addressOf(declared, options);
  const response = responses.get(address);
  const isSameIdentity = token() === preloaded.token && language() === preloaded.language;
  return response && isSameIdentity ? { ...response, address } : undefined;
}
