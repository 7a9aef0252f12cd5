import { randomUUID } from 'node:crypto';
import type { AnswerOf, Call } from '@noren/contract/call';
import { makeClient, type SendOptions } from '@noren/contract/client';
import { applyLoan, quoteLoan } from '@noren/contract/loans';
import { startPayment } from '@noren/contract/repayment';
import { OrderStatus } from '@noren/core/lending/order-status';
import { control } from './our-server.ts';

/** A fictional person of the sandbox, certified by the app's own calls. */
export interface Borrower {
  readonly userId: string;
  /** For another process of the same program. */
  readonly session: StoredSession;
  /** @throws Error when it is refused */
  send<C extends Call>(declared: C, options: SendOptions<C>): Promise<AnswerOf<C>>;
  /**
   * Quotes and applies.
   * @returns the order's public id
   */
  apply(loan: { productCode: string; principalPaise: number }): Promise<string>;
  /** Starts the full payment. */
  startPaying(repayId: string): Promise<AnswerOf<typeof startPayment>>;
}

/** A session as a browser stores it. */
export interface StoredSession {
  readonly userId: string;
  readonly token: string | null;
  readonly deviceId: string;
  /** All its cookies, as a header. */
  readonly cookie: string;
}

/** Makes a person with a limit and no loan. */
export async function makeBorrower(port: number): Promise<Borrower> {
  return openBorrower(port, await jump(port));
}

/** Uses an existing session. */
export function openBorrower(port: number, session: StoredSession): Borrower {
  const { userId, token, deviceId, cookie } = session;
  const client = makeClient({
    base: `http://127.0.0.1:${port}`,
    now: () => Date.now(),
    makeRequestId: randomUUID,
    deviceId: () => deviceId,
    token: () => token,
    language: () => 'en',
    sealKey: null,
    timeoutMs: 60_000,
    fetch: (path, init) =>
      fetch(path, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } }),
  });

  const send: Borrower['send'] = async (declared, options) => {
    const { code, msg, data } = await client.send(declared, options);
    if (code !== 200)
      throw new Error(`${declared.path} was refused: ${code} ${msg} ${JSON.stringify(data)}`);
    return data as never;
  };

  return {
    userId,
    session,
    send,
    async apply(loan) {
      const { kfs } = await send(quoteLoan, { body: loan });
      const body = {
        proposalNo: kfs.proposalNo,
        kfsHash: kfs.hash,
        acknowledged: true as const,
        purpose: 'household',
      };
      const { repayId, borrowStatus } = await send(applyLoan, { body });
      if (borrowStatus !== OrderStatus.disbursing)
        throw new Error(`an application ended in status ${borrowStatus}`);

      return repayId;
    },
    startPaying: (repayId) =>
      send(startPayment, { body: { repayId, kind: 'full', channel: 'upi' } }),
  };
}

async function jump(port: number): Promise<StoredSession> {
  const answer = await fetch(`http://127.0.0.1:${port}/sandbox/api/jump`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"to":"limit"}',
  });
  if (!answer.ok) throw new Error(`jump: ${answer.status} ${await answer.text()}`);

  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { ...((await answer.json()) as Omit<StoredSession, 'cookie'>), cookie };
}

/**
 * Starts a payment of all that an order owes, pays it at the sandbox bank, and delivers the bank's
 * webhook.
 */
export async function payAll(port: number, borrower: Borrower, repayId: string): Promise<void> {
  const { code } = await borrower.startPaying(repayId);
  await control(port, 'pay', { code });
  await control(port, 'deliver', {});
}
