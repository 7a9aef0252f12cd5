import { randomUUID } from 'node:crypto';
import type { AnswerOf, Call } from '@noren/contract/call';
import { makeClient, type SendOptions } from '@noren/contract/client';
import { applyLoan, quoteLoan } from '@noren/contract/loans';
import { startPayment } from '@noren/contract/repayment';
import { OrderStatus } from '@noren/core/lending/order-status';
import { jump } from './jump.ts';
import { control } from './our-server.ts';

/** A fictional person of the sandbox, certified by the app's own calls. */
export interface Borrower {
  readonly userId: string;
  /**
   * Quotes and applies.
   * @returns the order's public id
   */
  apply(loan: { productCode: string; principalPaise: number }): Promise<string>;
  /** Starts a payment of all that an order owes, pays it at the bank, and delivers its webhook. */
  payAll(repayId: string): Promise<void>;
}

/**
 * Makes a person with a limit and no loan. The first of all is not copied: a start decrypts the
 * phones of the first and the last user, to know the keys, and those of copies belong to other ids.
 */
export async function makeBorrower(port: number): Promise<Borrower> {
  const { userId, token, deviceId, cookies } = await jump(`http://127.0.0.1:${port}`, 'limit');
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
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

  const send = async <C extends Call>(
    declared: C,
    options: SendOptions<C>,
  ): Promise<AnswerOf<C>> => {
    const { code, msg, data } = await client.send(declared, options);
    if (code !== 200)
      throw new Error(`${declared.path} was refused: ${code} ${msg} ${JSON.stringify(data)}`);
    return data as never;
  };

  return {
    userId,
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
    async payAll(repayId) {
      const body = { repayId, kind: 'full', channel: 'upi' } as const;
      const { code } = await send(startPayment, { body });

      await control(port, 'pay', { code });
      await control(port, 'deliver', {});
    },
  };
}
