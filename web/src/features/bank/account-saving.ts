import { preCheckAccount, saveAccount, saveAccountDetails } from '@noren/contract/bank';
import type { AnswerOf } from '@noren/contract/call';
import { useState } from 'react';
import type { ApiError, NoAnswer } from '../../api/api.ts';
import { useSend } from '../../api/hooks.tsx';
import { type Account, accountOf, detailsOf } from './bank-rules.ts';

/** What the bank said of an account. */
export type Verdict = AnswerOf<typeof preCheckAccount>;

/**
 * Asks the bank about the account as typed, then saves it. The verdict stands for as long as nothing it depends on is
 * changed.
 * @param onError takes the refusal of a try, and null when another begins
 */
export function useAccountSaving(values: Account, onError: (error: ApiError | NoAnswer | null) => void) {
  const checking = useSend(preCheckAccount, 'screen');
  const details = useSend(saveAccountDetails, 'screen');
  const saving = useSend(saveAccount, 'screen');
  const [found, setFound] = useState<{ of: string; verdict: Verdict }>();
  const account = accountOf(values);
  const of = JSON.stringify(account);
  return {
    verdict: found?.of === of ? found.verdict : undefined,
    isSending: checking.isSending || details.isSending || saving.isSending,
    /** Answers the verdict, undefined when it was refused. */
    check: async () => {
      onError(null);
      const verdict = await checking.send({ body: account }, onError);
      if (verdict) setFound({ of, verdict });
      return verdict;
    },
    /** Answers what was saved, undefined when it was refused. */
    save: async () => {
      onError(null);
      const told = await details.send({ body: detailsOf(values) }, onError);
      if (!told) return undefined;
      const { accountNoAgain } = values;
      return saving.send({ body: { ...account, accountNoAgain } }, (refused) => {
        onError(refused);
        // What the bank said may have changed: it is asked before the next try.
        setFound(undefined);
      });
    },
  };
}
