import { checkIfsc as checkIfscCall } from '@noren/contract/bank';
import { checkIfsc } from '@noren/core/people/identity-numbers';
import { useCall } from '../../api/hooks.tsx';
import type { Translate } from '../../i18n/index.ts';

/** Looks up the branch of an IFSC once the code is complete. */
export function useIfscLookup(typed: string) {
  const checked = checkIfsc(typed);
  const ifsc = checked.ok ? checked.value : '';
  const { data, isFetching } = useCall(checkIfscCall, { query: { ifsc }, isOn: checked.ok });
  return { branch: checked.ok ? data : undefined, isRequesting: isFetching };
}

export type Branch = ReturnType<typeof useIfscLookup>['branch'];

/**
 * The text that no such branch exists, or undefined. Whether it belongs to the chosen bank is
 * checked on saving: several banks may share a code.
 */
export function branchProblem(branch: Branch, t: Translate): string | undefined {
  return branch?.isKnown === false ? t('bank.ifsc_unknown') : undefined;
}

/**
 * The branch as text, once known; for one that no directory confirms, that the bank will check it.
 */
export function branchText(branch: Branch, t: Translate): string | undefined {
  if (!branch || branch.isKnown === false) return undefined;

  const { bankName, branchName, branchCode, city } = branch;
  if (branch.isKnown === null) return t('bank.branch_unconfirmed', { bank: bankName ?? '' });

  const names = { bank: bankName ?? '', branch: branchName ?? branchCode ?? '' };
  return city === null ? t('bank.branch', names) : t('bank.branch_city', { ...names, city });
}
