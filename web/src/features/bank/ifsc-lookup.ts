import { checkIfsc as askIfsc } from '@noren/contract/bank';
import { checkIfsc } from '@noren/core/people/identity-numbers';
import { useCall } from '../../api/hooks.tsx';
import type { Translate } from '../../i18n/index.ts';

/** What the branch behind an IFSC is, asked once the code is whole. */
export function useIfscLookup(typed: string, isOn: boolean) {
  const checked = checkIfsc(typed);
  const ifsc = checked.ok ? checked.value : '';
  const { data, isFetching } = useCall(askIfsc, { query: { ifsc }, isOn: isOn && checked.ok });
  return { branch: checked.ok ? data : undefined, isAsking: isFetching };
}

type Branch = ReturnType<typeof useIfscLookup>['branch'];

/** That no such branch exists, or undefined. Whether it is the chosen bank's is judged on saving: a code may serve several. */
export function branchProblem(branch: Branch, t: Translate): string | undefined {
  return branch && !branch.isKnown ? t('bank.ifsc_unknown') : undefined;
}

/** The branch in words, once it is known. */
export function branchText(branch: Branch, t: Translate): string | undefined {
  if (!branch?.isKnown) return undefined;
  return t('bank.branch', { bank: branch.bankName ?? '', branch: branch.branchCode ?? '' });
}
