import { type AnswerOf, buildAddress, type Call, type QueryOf } from '@noren/contract/call';
import {
  type Client,
  type ClientOptions,
  makeClient,
  type PreloadedRequest,
  type SendOptions,
} from '@noren/contract/client';
import { CODES } from '@noren/contract/codes';
import type { Envelope } from '@noren/contract/envelope';
import type { firstView } from '@noren/contract/first-view';
import { upload } from './upload.ts';

/**
 * The app's client of the API. Loaded with the first call, so that the landing page does not load
 * the sealing code; it imports nothing else of the app and gets the identity to send for as an
 * argument.
 */

/** The session, device and language a call is sent for. */
export type ClientIdentity = Pick<
  ClientOptions,
  'now' | 'makeRequestId' | 'deviceId' | 'token' | 'language' | 'sealKey'
>;

/** Whom answers are for. */
interface Receiver {
  readonly token: string;
  readonly language: string;
}

/** The first view that the page's first script requested while the app was loading. */
export interface SentFirstView extends Receiver {
  readonly query: QueryOf<typeof firstView>;
  /** Its calls. */
  readonly addresses: readonly string[];
  /** Set once it is sent. */
  request?: PreloadedRequest & { readonly sealKeyPair: CryptoKeyPair };
  /** Set in a signed-in user's page, whose script opens it. Rejects where it is not a success. */
  opened?: Promise<AnswerOf<typeof firstView>>;
  /** Resolves when its HTML is shown, or will not be. */
  readonly settled: Promise<void>;
  settle(): void;
}

declare global {
  interface Window {
    norenFirstView?: SentFirstView;
  }
}

const FIRST_VIEW = {
  method: 'GET',
  path: '/api/user/user/firstView',
} as unknown as typeof firstView;

interface PreloadedResponse {
  readonly answer: Promise<Envelope<unknown>>;
  /** Set once `answer` has resolved, so that a screen can render it in its first frame. */
  opened?: Envelope<unknown>;
}

const PRELOADED_LIFETIME_MS = 10_000;

let identity: ClientIdentity;
let client: Client | undefined;
let receiver: Receiver | undefined;
/** Of the first view's calls, by address; each response is used once. */
const responses = new Map<string, PreloadedResponse>();

function clientFor(next: ClientIdentity): Client {
  identity = next;
  client ??= createClient(next.sealKey);
  return client;
}

function createClient(sealKey: ClientIdentity['sealKey']): Client {
  const sent = window.norenFirstView;
  delete window.norenFirstView;

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
    sealKeyPair: sent?.request?.sealKeyPair,
  });
  if (sent) takeFirstView(created, sent);

  return created;
}

/** Waits for the answers at once, while the screen that needs them is still loading. */
function takeFirstView(created: Client, sent: SentFirstView): void {
  const { request, query, addresses } = sent;
  const whole =
    sent.opened ?? (request && created.send(FIRST_VIEW, { query }, request).then(readData));
  if (!whole) return;

  receiver = sent;

  for (const address of addresses) {
    const answer = whole.then(({ answers }) => {
      const found = answers.find((one) => one.address === address);
      if (!found) throw new Error('the first view lacks a call');
      return found.answer as Envelope<unknown>;
    });
    const response: PreloadedResponse = { answer };

    responses.set(address, response);
    answer.then(
      (opened) => {
        response.opened = opened;
      },
      // `sendAs` sends the call if a screen asks for it.
      () => undefined,
    );
  }

  setTimeout(() => responses.clear(), PRELOADED_LIFETIME_MS);
}

function readData<T>({ code, data }: Envelope<T>): T {
  if (code !== CODES.success) throw new Error(`the first view was answered with ${code}`);
  return data as T;
}

/** Waits until the answers of the first view can be rendered, or did not come. */
export async function waitForFirstView(sender: ClientIdentity): Promise<void> {
  clientFor(sender);
  await Promise.allSettled([...responses.values()].map(({ answer }) => answer));
}

/** On the server: what the next render shows, and to whom. */
export function provideAnswers(of: Receiver, answers: Readonly<Record<string, unknown>>): void {
  receiver = of;
  responses.clear();

  for (const [address, data] of Object.entries(answers)) {
    const opened: Envelope<unknown> = { code: CODES.success, msg: '', data };
    responses.set(address, { answer: Promise.resolve(opened), opened });
  }
}

/** Sends a call, or returns its response of the first view, unless something changed since. */
export function sendAs<C extends Call>(
  sender: ClientIdentity,
  declared: C,
  options: SendOptions<C>,
): Promise<Envelope<AnswerOf<C>>> {
  const current = clientFor(sender);
  if (declared.changes) responses.clear();

  const found = findPreloaded(sender, declared, options);
  if (!found) return current.send(declared, options);

  responses.delete(found.address);

  // A lost preload may have been sent before the network was up: send the call again.
  return found.answer.catch(() => current.send(declared, options)) as Promise<
    Envelope<AnswerOf<C>>
  >;
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

function findPreloaded<C extends Call>(
  { token, language }: ClientIdentity,
  declared: C,
  options: SendOptions<C>,
) {
  if (!receiver || declared.method !== 'GET') return undefined;

  const address = buildAddress(declared, options);
  const response = responses.get(address);
  const isSameIdentity = token() === receiver.token && language() === receiver.language;

  return response && isSameIdentity ? { ...response, address } : undefined;
}
