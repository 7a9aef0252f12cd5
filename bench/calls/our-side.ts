import { randomUUID } from 'node:crypto';
import type { AnswerOf, Call } from '@noren/contract/call';
import { makeClient, type SendOptions } from '@noren/contract/client';
import type { Envelope } from '@noren/contract/envelope';
import { applyLoan, quoteLoan } from '@noren/contract/loans';
import { userStatus } from '@noren/contract/login';
import { bytesOf, fire, type RequestBytes } from './fire.ts';
import { credentialsOf } from './our-users.ts';

/** A request made by the app's own client and held back; `answer` gives the client what came for it. */
export interface Held<C extends Call> {
  readonly bytes: RequestBytes;
  answer(body: string): Promise<Envelope<AnswerOf<C>>>;
}

/** A device with one encapsulation, used by one user after the other. */
interface Phone {
  /** One at a time. */
  hold<C extends Call>(user: number, declared: C, options: SendOptions<C>): Promise<Held<C>>;
}

type SealKey = { keyId: string; publicKey: string } | null;
const ANSWER_WITHIN_MS = 3_600_000;

function makePhone(sealKey: SealKey): Phone {
  const deviceId = randomUUID();
  let user = 0;
  let take: (bytes: RequestBytes, give: (body: string) => void) => void = () => undefined;
  const client = makeClient({
    base: '',
    now: () => Date.now(),
    makeRequestId: randomUUID,
    deviceId: () => deviceId,
    token: () => credentialsOf(user).token,
    language: () => 'en',
    sealKey,
    timeoutMs: ANSWER_WITHIN_MS,
    fetch: (path, init) =>
      new Promise((answered) => {
        const cookie = `__Host-noren=${credentialsOf(user).cookie}`;
        const headers = { ...(init?.headers as Record<string, string>), cookie };
        const body = init?.body ? String(init.body) : null;
        const bytes = bytesOf({ method: init?.method ?? 'GET', path: String(path), headers, body });
        take(bytes, (text) => answered(new Response(text)));
      }),
  });
  return {
    hold: (asUser, declared, options) =>
      new Promise((held, failed) => {
        user = asUser;
        take = (bytes, give) =>
          held({
            bytes,
            answer: (body) => {
              give(body);
              return answer;
            },
          });
        const answer = client.send(declared, options);
        answer.catch(failed);
      }),
  };
}

/** Our server as the app meets it. */
export interface OurSide {
  /** Sealed questions of where a user stands, of users taken evenly from all. */
  statusRequests(count: number): Promise<Held<typeof userStatus>[]>;
  /** Sealed applications, each with a quote of its own, asked for and answered now. */
  applyRequests(from: number, count: number): Promise<Held<typeof applyLoan>[]>;
}

/** As many encapsulations are in use at once; each costs the server a Diffie–Hellman the first time only. */
const PHONES = 500;
const QUOTE_CONNECTIONS = 10;
const PRINCIPAL_PAISE = 100_000;

/** Phones before our server, their seals opened by it once already. */
export async function meetOurServer(port: number, users: number): Promise<OurSide> {
  const told = await fetch(`http://127.0.0.1:${port}/api/user/public/sealKey`, { headers: plainHeaders() });
  const key = ((await told.json()) as { data: NonNullable<SealKey> }).data;
  const phones = Array.from({ length: PHONES }, () => makePhone(key));
  const plain = makePhone(null);
  const ours: OurSide = {
    statusRequests: (count) =>
      spread(phones, count, (phone, index) =>
        phone.hold(1 + Math.floor((index * users) / count), userStatus, {} as SendOptions<typeof userStatus>),
      ),
    async applyRequests(from, count) {
      const asked: Held<typeof quoteLoan>[] = [];
      const wanted = { body: { productCode: 'N07', principalPaise: PRINCIPAL_PAISE } };
      for (let index = 0; index < count; index += 1) asked.push(await plain.hold(from + index, quoteLoan, wanted));
      const quotes = await answerAll(port, asked, QUOTE_CONNECTIONS);
      return spread(phones, count, (phone, index) => {
        const { proposalNo, hash: kfsHash } = quotes[index]!.kfs;
        const body = { proposalNo, kfsHash, acknowledged: true as const, purpose: 'household' };
        return phone.hold(from + index, applyLoan, { body });
      });
    },
  };
  await answerAll(port, await ours.statusRequests(PHONES), QUOTE_CONNECTIONS);
  return ours;
}

function plainHeaders(): Record<string, string> {
  const ids = { 'x-device-id': randomUUID(), 'x-request-id': randomUUID() };
  return { 'x-app-code': 'noren', 'x-encrypted': '0', 'x-time': String(Date.now()), ...ids };
}

/** Makes requests on all phones at once, in order on each. */
async function spread<C extends Call>(
  phones: readonly Phone[],
  count: number,
  hold: (phone: Phone, index: number) => Promise<Held<C>>,
): Promise<Held<C>[]> {
  const made: Held<C>[] = new Array(count);
  const onPhone = async (phone: Phone, first: number): Promise<void> => {
    for (let index = first; index < count; index += phones.length) made[index] = await hold(phone, index);
  };
  await Promise.all(phones.map(onPhone));
  return made;
}

/** Sends each request once. @throws Error for one that is refused */
async function answerAll<C extends Call>(
  port: number,
  held: readonly Held<C>[],
  connections: number,
): Promise<AnswerOf<C>[]> {
  const requests = held.map(({ bytes }) => bytes);
  const { bodies } = await fire({
    port,
    connections,
    seconds: Number.POSITIVE_INFINITY,
    requests,
    again: false,
    keepEvery: 1,
  });
  return Promise.all(
    held.map(async ({ answer }, index) => {
      const envelope = await answer(bodies.get(index) ?? '');
      if (envelope.code !== 200)
        throw new Error(`refused: ${envelope.code} ${envelope.msg} ${JSON.stringify(envelope.data)}`);
      return envelope.data as AnswerOf<C>;
    }),
  );
}
