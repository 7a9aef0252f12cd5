import { createHmac, randomUUID } from 'node:crypto';
import type { AnswerOf, Call } from '@noren/contract/call';
import type { SendOptions } from '@noren/contract/client';
import { applyLoan, quoteLoan } from '@noren/contract/loans';
import { userStatus } from '@noren/contract/login';
import { repayDetail, startPayment } from '@noren/contract/repayment';
import { WEBHOOK_SECRET } from '../load-model/our-server.ts';
import { encodeRequest, fire, type RequestBytes } from './fire.ts';
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
  /** Status calls of users spread evenly over all. */
  statusRequests(count: number): Promise<PendingCall<typeof userStatus>[]>;
  quoteRequests(users: readonly number[]): Promise<PendingCall<typeof quoteLoan>[]>;
  /** Applications; the quote of each is requested now. */
  applyRequests(users: readonly number[]): Promise<PendingCall<typeof applyLoan>[]>;
  detailRequests(loans: readonly Loan[]): Promise<PendingCall<typeof repayDetail>[]>;
  /**
   * Webhooks of payments that close loans, as the sandbox's bank signs them; each payment is
   * requested by its borrower now.
   */
  payRequests(loans: readonly Loan[], daysAhead: number): Promise<RequestBytes[]>;
}

/**
 * The number of encapsulations in use; each costs the server a Diffie–Hellman at its first use
 * only.
 */
const PHONES = 500;
const CONNECTIONS = 10;
const LOAN = { productCode: 'N07', principalPaise: 100_000 };
const DAY_MS = 86_400_000;

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
    return answerAll(port, requests, CONNECTIONS);
  };

  const ours: OurSide = {
    hold: (declared, userNumbers, buildOptions) =>
      spread(phones, userNumbers.length, (phone, index) =>
        phone.hold(userNumbers[index]!, declared, buildOptions(index)),
      ),
    statusRequests: (count) =>
      ours.hold(
        userStatus,
        Array.from({ length: count }, (_, index) => 1 + Math.floor((index * users) / count)),
        () => ({}) as SendOptions<typeof userStatus>,
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
  await answerAll(port, await ours.statusRequests(PHONES), CONNECTIONS);

  return ours;
}

function buildWebhook(
  { code, amountPaise }: { code: string; amountPaise: number },
  paidAtMs: number,
): RequestBytes {
  const [eventId, providerRef] = [`evt_${randomUUID()}`, `pay_${randomUUID()}`];
  const body = JSON.stringify({
    kind: 'payment',
    eventId,
    code,
    providerRef,
    amountPaise,
    paidAtMs,
    channel: 'upi',
  });
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-sandbox-signature': signature };

  return encodeRequest({ method: 'POST', path: '/api/hooks/sandbox', headers, body });
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

/**
 * Sends each request once.
 * @throws Error for one that is refused
 */
async function answerAll<C extends Call>(
  port: number,
  held: readonly PendingCall<C>[],
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
        throw new Error(
          `refused: ${envelope.code} ${envelope.msg} ${JSON.stringify(envelope.data)}`,
        );

      return envelope.data as AnswerOf<C>;
    }),
  );
}
