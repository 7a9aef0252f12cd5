import { brokenExclusions, type Role } from '@noren/core/staff/roles';
import { OperatorError } from '../request/operator-error.ts';

/** @throws OperatorError when these roles exclude each other */
export function requireCompatible(roles: readonly Role[]): void {
  const [broken] = brokenExclusions(roles);
  if (broken) throw new OperatorError('not_possible', `roles_${broken.name}`);
}
