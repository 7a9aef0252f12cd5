import { createHmac, randomUUID } from 'node:crypto';
import type { AnswerOf, Call } from '@noren/contract/call';
import type { SendOptions } from '@noren/contract/client';
import { applyLoan, quoteLoan } from '@noren/contract/loans';
import { userStatus } from '@noren/contract/login';
import { repayDetail, startPayment } from '@noren/contract/repayment';
import { WEBHOOK_SECRET } from '../load-model/our-server.ts';
import { encodeRequest, type FireResult, fire } from './fire.ts';
import { makePhone, type PendingCall, type Phone, type SealKey } from './phone.ts';

/** A running loan, and the number of the user who owes it. */
export interface Loan {
  readonly user: number;
  readonly repayId: string;
}

/**
 * Our server as the app calls it. Users are named by their numbers; requests are sealed and not
 * sent yet.
 */
export interface OurSide {
  hold<C extends Call>(
    declared: C,
    users: readonly number[],
    buildOptions: (index: number) => SendOptions<C>,
  ): Promise<PendingCall<C>[]>;
  quoteRequests(users: readonly number[]): Promise<PendingCall<typeof quoteLoan>[]>;
  /** Applications; the quote of each is requested now. */
  applyRequests(users: readonly number[]): Promise<PendingCall<typeof applyLoan>[]>;
  detailRequests(loans: readonly Loan[]): Promise<PendingCall<typeof repayDetail>[]>;
  /**
   * Webhooks of payments that close loans, as the sandbox's bank signs them; each payment is
   * requested by its borrower now.
   */
  payRequests(loans: readonly Loan[], daysAhead: number): Promise<PendingCall<never>[]>;
}

/**
 * The number of encapsulations in use; each costs the server a Diffie–Hellman at its first use
 * only.
 */
const PHONES = 500;
const CONNECTIONS = 10;
const LOAN = { productCode: 'N07', principalPaise: 100_000 };
const DAY_MS = 86_400_000;

/** So many users' numbers, spread evenly over all. */
export function spreadUsers(count: number, users: number): number[] {
  return Array.from({ length: count }, (_, index) => 1 + Math.floor((index * users) / count));
}

/** Simulated phones whose seals our server has opened once already. */
export async function meetOurServer(port: number, users: number): Promise<OurSide> {
  const response = await fetch(`http://127.0.0.1:${port}/api/user/public/sealKey`, {
    headers: plainHeaders(),
  });
  const key = ((await response.json()) as { data: NonNullable<SealKey> }).data;
  const phones = Array.from({ length: PHONES }, () => makePhone(key));
  const plain = makePhone(null);

  const sendNow = async <C extends Call>(
    declared: C,
    userNumbers: readonly number[],
    buildOptions: (index: number) => SendOptions<C>,
  ): Promise<AnswerOf<C>[]> => {
    const requests: PendingCall<C>[] = [];
    for (const [index, user] of userNumbers.entries())
      requests.push(await plain.hold(user, declared, buildOptions(index)));
    return sendAll(port, requests);
  };

  const ours: OurSide = {
    hold: (declared, userNumbers, buildOptions) =>
      spread(phones, userNumbers.length, (phone, index) =>
        phone.hold(userNumbers[index]!, declared, buildOptions(index)),
      ),
    quoteRequests: (userNumbers) => ours.hold(quoteLoan, userNumbers, () => ({ body: LOAN })),
    async applyRequests(userNumbers) {
      const quotes = await sendNow(quoteLoan, userNumbers, () => ({ body: LOAN }));
      return ours.hold(applyLoan, userNumbers, (index) => {
        const { proposalNo, hash: kfsHash } = quotes[index]!.kfs;
        return { body: { proposalNo, kfsHash, acknowledged: true as const, purpose: 'household' } };
      });
    },
    detailRequests: (loans) =>
      ours.hold(
        repayDetail,
        loans.map(({ user }) => user),
        (index) => ({ params: { repayId: loans[index]!.repayId }, query: {} }),
      ),
    async payRequests(loans, daysAhead) {
      const users = loans.map(({ user }) => user);
      const wanted = (index: number) =>
        ({ repayId: loans[index]!.repayId, kind: 'full', channel: 'upi' }) as const;
      const requests = await sendNow(startPayment, users, (index) => ({ body: wanted(index) }));

      return requests.map((payment) => buildWebhook(payment, Date.now() + daysAhead * DAY_MS));
    },
  };
  await sendAll(port, await ours.hold(userStatus, spreadUsers(PHONES, users), () => ({})));

  return ours;
}

function buildWebhook(
  { code, amountPaise }: { code: string; amountPaise: number },
  paidAtMs: number,
): PendingCall<never> {
  const [eventId, providerRef] = [`evt_${randomUUID()}`, `pay_${randomUUID()}`];
  const payment = { kind: 'payment', eventId, code, providerRef, amountPaise, paidAtMs };
  const body = JSON.stringify({ ...payment, channel: 'upi' });
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-sandbox-signature': signature };

  return {
    bytes: encodeRequest({ method: 'POST', path: '/api/hooks/sandbox', headers, body }),
    answer: async (msg) => ({ code: msg === 'done' ? 200 : 500, msg, data: null as never }),
  };
}

function plainHeaders(): Record<string, string> {
  const ids = { 'x-device-id': randomUUID(), 'x-request-id': randomUUID() };
  return { 'x-app-code': 'noren', 'x-encrypted': '0', 'x-time': String(Date.now()), ...ids };
}

/** Makes requests on all phones at once, in order on each. */
async function spread<C extends Call>(
  phones: readonly Phone[],
  count: number,
  hold: (phone: Phone, index: number) => Promise<PendingCall<C>>,
): Promise<PendingCall<C>[]> {
  const made: PendingCall<C>[] = new Array(count);

  const onPhone = async (phone: Phone, first: number): Promise<void> => {
    for (let index = first; index < count; index += phones.length)
      made[index] = await hold(phone, index);
  };

  await Promise.all(phones.map(onPhone));

  return made;
}

/** Sends each request once. */
async function sendAll<C extends Call>(
  port: number,
  pending: readonly PendingCall<C>[],
): Promise<AnswerOf<C>[]> {
  const requests = pending.map(({ bytes }) => bytes);
  return requireGranted(pending, await fire({ port, connections: CONNECTIONS, requests }));
}

/**
 * Opens the sampled answers as the app would, in the order of their requests.
 * @throws Error when one is no success
 */
export async function requireGranted<C extends Call>(
  pending: readonly PendingCall<C>[],
  { bodies, refused }: FireResult,
): Promise<AnswerOf<C>[]> {
  const inOrder = [...bodies].toSorted(([a], [b]) => a - b);
  const answers = await Promise.all(
    inOrder.map(async ([index, body]) => {
      const { code, msg, data } = await pending[index]!.answer(body);
      if (code === 200) return data as AnswerOf<C>;

      throw new Error(`a request was refused: ${code} ${msg} ${JSON.stringify(data)}`);
    }),
  );
  if (refused > 0) throw new Error(`${refused} requests were not answered with 200`);

  return answers;
}
