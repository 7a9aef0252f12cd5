import { isLowerClass, type Renewal } from '@noren/core/lending/renewal';
import { lockCredit } from '../../../lending/credit/credit-store.ts';
import { readRenewal } from '../../../lending/credit/renewal-store.ts';
import { insertRiskClass } from '../../../people/renewal/renewals-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { OperatorError } from '../request/operator-error.ts';
import { aboutUser, type Kind, requireUser } from './kind.ts';

/**
 * Sets the class of risk of a borrower with full KYC, and with it the date of the next update.
 * Before full KYC it is high by law, and nobody may change it.
 */
export const riskClass: Kind<'risk_class'> = {
  subject: aboutUser,

  facts: async (tx, deps, { userId }) => {
    const renewal = userId === null ? null : await readRenewal(tx, userId, deps.today());
    if (!renewal) return [];

    return [
      { what: 'risk_class', value: renewal.riskClass },
      { what: 'renewal_due', value: renewal.dueDay },
    ];
  },

  execute: async (tx, deps, request) => {
    const userId = requireUser(request);
    const { requestId, detail } = request;
    // An application that runs now ends before, or sees the new date.
    await lockCredit(tx, userId);

    const before = await requireChangeable(tx, deps, userId);
    if (before.riskClass === detail.riskClass)
      throw new OperatorError('not_possible', 'risk_class_same');

    const [now, today] = [deps.now(), deps.today()];
    await insertRiskClass(tx, { userId, riskClass: detail.riskClass, requestId, now, today });
  },

  /** One person may raise it; lowering takes a second. */
  mayBeAlone: async (tx, deps, request) => {
    const before = await requireChangeable(tx, deps, requireUser(request));

    return !isLowerClass(request.detail.riskClass, before.riskClass);
  },
};

/** @throws OperatorError of somebody who is not certified, or whose class is high by law */
async function requireChangeable(tx: Tx, deps: Deps, userId: string): Promise<Renewal> {
  const renewal = await readRenewal(tx, userId, deps.today());
  if (!renewal || renewal.basis === 'at_a_distance')
    throw new OperatorError('not_possible', 'risk_class_by_law');

  return renewal;
}
