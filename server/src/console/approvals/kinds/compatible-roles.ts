import { brokenExclusions, type Role } from '@noren/core/staff/roles';
import { OperatorError } from '../request/operator-error.ts';

const REFUSALS = {
  administrator_money: 'An administrator can have no role that moves money.',
  administrator_personal_data: 'An administrator can have no role that reads personal data.',
  product_credit: 'Nobody makes products or scorecards and decides about credit.',
} as const;

/** @throws OperatorError when these roles exclude each other */
export function requireCompatible(roles: readonly Role[]): void {
  const [broken] = brokenExclusions(roles);
  if (broken) throw new OperatorError('not_possible', REFUSALS[broken.name]);
}
