import { HOLD_DAYS } from '@noren/core/lending/contact-rules';
import { daysBetween } from '@noren/core/money/time';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { readCaseBorrower, writeHold } from '../../collections/collection-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { AffectedOrder } from '../request/request-effect.ts';
import type { OperatorRequest } from '../request/requests-store.ts';

type HoldRequest = OperatorRequest & { kind: 'contact_hold' };

/** Keeps everybody from raising dues with a borrower for some days. @throws OperatorError when the days are not possible */
export async function holdContact(tx: Tx, deps: Deps, { userId, requestId, detail }: HoldRequest): Promise<void> {
  if (userId === null) throw new OperatorError('unknown', 'This request needs a borrower.');
  const { why, from, until } = detail;
  if (until < from) throw new OperatorError('not_possible', 'The hold cannot end before it starts.');
  if (until < deps.today()) throw new OperatorError('not_possible', 'The hold cannot end before today.');
  if (daysBetween(from, until) >= HOLD_DAYS)
    throw new OperatorError(
      'not_possible',
      `A hold lasts at most ${HOLD_DAYS} days. Propose another one when it ends.`,
    );
  await writeHold(tx, { userId, reason: why, fromDay: from, untilDay: until, requestId, now: deps.now() });
}

/** The orders that the hold concerns: if what is owed changes meanwhile, the second person sees it. */
export async function ordersOnHold(tx: Tx, userId: string): Promise<AffectedOrder[]> {
  const { owing } = await readCaseBorrower(tx, userId);
  return owing.map(({ orderId }) => ({ userId, orderId }));
}
