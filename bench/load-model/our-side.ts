import { createHmac, randomUUID } from 'node:crypto';
import type { AnswerOf, BodyOf, Call } from '@noren/contract/call';
import type { SendOptions } from '@noren/contract/client';
import { applyLoan, quoteLoan } from '@noren/contract/loans';
import { userStatus } from '@noren/contract/login';
import { sealKey } from '@noren/contract/public';
import { repayDetail, startPayment } from '@noren/contract/repayment';
import { encodeRequest, type FireResult, fire } from './fire.ts';
import { WEBHOOK_SECRET } from './our-server.ts';
import { makePhone, type PendingCall, type Phone } from './phone.ts';
import type { Loan } from './sample.ts';

/**
 * The number of encapsulations in use; each costs the server a Diffie–Hellman at its first use
 * only.
 */
const PHONES = 500;
const CONNECTIONS = 10;
const LOAN = { productCode: 'N07', principalPaise: 100_000 };
const DAY_MS = 86_400_000;

/** So many of a list, from its beginning again after the last. */
export const takeTurns = <T>(list: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, index) => list[index % list.length]!);

/** Our server as the app calls it. */
export type OurSide = Awaited<ReturnType<typeof meetOurServer>>;

/**
 * Makes what requests our server: sealed, and not sent yet. The server has opened a seal of each
 * phone once already.
 */
export async function meetOurServer(port: number, users: readonly string[]) {
  const [key] = await sendNow(port, sealKey, users.slice(0, 1), () => ({}));
  const phones = Array.from({ length: PHONES }, () => makePhone(key!));

  const hold = holdOn(phones);

  await sendAll(port, await hold(userStatus, takeTurns(users, PHONES), () => ({})));

  return {
    hold,
    quoteRequests: (userIds: readonly string[]) => hold(quoteLoan, userIds, () => ({ body: LOAN })),
    /** Applications; the quote of each is requested now. */
    async applyRequests(userIds: readonly string[]) {
      const quotes = await sendNow(port, quoteLoan, userIds, () => ({ body: LOAN }));
      return hold(applyLoan, userIds, (index) => ({ body: toApplication(quotes[index]!) }));
    },
    detailRequests: (loans: readonly Loan[]) =>
      hold(
        repayDetail,
        loans.map(({ userId }) => userId),
        (index) => ({ params: { repayId: loans[index]!.repayId }, query: {} }),
      ),
    /**
     * Webhooks of payments that close loans, as the sandbox's bank signs them; each payment is
     * requested by its borrower now.
     * @param daysAhead how many days our business day is ahead of the clock
     */
    async payRequests(loans: readonly Loan[], daysAhead: number) {
      const userIds = loans.map(({ userId }) => userId);
      const payments = await sendNow(port, startPayment, userIds, (index) => ({
        body: payWhole(loans[index]!.repayId),
      }));

      return payments.map((payment) => buildWebhook(payment, Date.now() + daysAhead * DAY_MS));
    },
  };
}

/** An application for what was quoted. */
export function toApplication({ kfs }: AnswerOf<typeof quoteLoan>): BodyOf<typeof applyLoan> {
  const { proposalNo, hash: kfsHash } = kfs;
  return { proposalNo, kfsHash, acknowledged: true, purpose: 'household' };
}

/** A payment of all that an order owes. */
export const payWhole = (repayId: string): BodyOf<typeof startPayment> => ({
  repayId,
  kind: 'full',
  channel: 'upi',
});

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

/** Sends each user's request now, unsealed. */
export async function sendNow<C extends Call>(
  port: number,
  declared: C,
  userIds: readonly string[],
  buildOptions: (index: number) => SendOptions<C>,
): Promise<AnswerOf<C>[]> {
  return sendAll(port, await holdOn([makePhone(null)])(declared, userIds, buildOptions));
}

/** Makes a user's request after the other, on the phones in turn. */
const holdOn =
  (phones: readonly Phone[]) =>
  async <C extends Call>(
    declared: C,
    userIds: readonly string[],
    buildOptions: (index: number) => SendOptions<C>,
  ): Promise<PendingCall<C>[]> => {
    const pending: PendingCall<C>[] = [];
    for (const [index, userId] of userIds.entries())
      pending.push(await phones[index % phones.length]!(userId, declared, buildOptions(index)));

    return pending;
  };

/** Sends each request once. */
async function sendAll<C extends Call>(
  port: number,
  pending: readonly PendingCall<C>[],
): Promise<AnswerOf<C>[]> {
  const requests = pending.map(({ bytes }) => bytes);
  return requireGranted(pending, await fire({ port, connections: CONNECTIONS, requests }));
}

/**
 * Opens the answers as the app would, in the order of their requests.
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
