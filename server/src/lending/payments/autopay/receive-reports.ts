import { type Tx, timestamp } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ProviderEvent } from '../../../platform/ports/payments.ts';
import { userOfPaymentCode } from '../store.ts';
import { applyAnswer, queueTending } from './change-mandate.ts';
import {
  BEFORE_PRESENTED,
  changeDebit,
  findDebitByCode,
  findDebitByOrder,
  readDebit,
} from './debit-store.ts';
import { findMandateByCode, findMandateByToken, lockMandate, noteEvent } from './mandate-store.ts';
import { failDebit } from './present-debit.ts';
import { withdrawDebit } from './withdraw-debit.ts';

type Report<K extends ProviderEvent['kind']> = Extract<ProviderEvent, { kind: K }>;

/**
 * A report on a mandate. One that stops debits is believed at once; one that allows them is asked
 * about, because it may be late.
 * @returns false when the mandate is not known, or not yet
 */
export async function receiveMandateReport(
  tx: Tx,
  deps: Deps,
  provider: string,
  { tokenRef, state }: Report<'mandate'>,
): Promise<boolean> {
  const found = await findMandateByToken(tx, provider, tokenRef);
  if (!found) return false;

  if (state === 'paused' || state === 'cancelled')
    await applyAnswer(tx, deps, await lockMandate(tx, found), { state, tokenRef });
  await queueTending(tx, found, { attempt: 0 });

  return true;
}

/**
 * A report on an announcement. A debit whose announcement was not delivered is withdrawn, and
 * planned again while in time; one that was presented meanwhile goes on.
 */
export async function receiveAnnouncement(
  tx: Tx,
  deps: Deps,
  provider: string,
  { orderRef, state, atMs }: Report<'debit_announcement'>,
): Promise<boolean> {
  const found = await findDebitByOrder(tx, provider, orderRef);
  if (found) await lockMandate(tx, found);

  const debit = found && (await readDebit(tx, found));
  if (!debit) return false;

  const { debitId } = debit;
  const at = deps.now();
  if (state === 'delivered') {
    await changeDebit(tx, debit, BEFORE_PRESENTED, { deliveredAt: timestamp(atMs) });
    await noteEvent(tx, debit, { debitId, kind: 'delivered', actor: 'provider', at });
    return true;
  }

  if (debit.state === 'planned' || debit.state === 'announced')
    await withdrawDebit(tx, debit, { reason: 'not_delivered', actor: 'provider', now: at });

  return true;
}

/**
 * A report on a payment that failed: a debit, or what was to approve a mandate. Nothing follows
 * from any other payment that failed.
 */
export async function receiveFailure(
  tx: Tx,
  deps: Deps,
  { code, reason, paymentRef }: Report<'debit_failed'>,
): Promise<boolean> {
  const userId = userOfPaymentCode(code);
  if (userId === null) return true;

  const debit = await findDebitByCode(tx, { userId, code });
  if (debit) {
    await lockMandate(tx, debit);
    await failDebit(tx, deps, debit, { reason, paymentRef });
    return true;
  }

  const mandate = await findMandateByCode(tx, { userId, code });
  if (mandate) await queueTending(tx, mandate, { attempt: 0 });

  return true;
}
