import { preCheckAccount, saveAccount, saveAccountDetails } from '@noren/contract/bank';
import type { AnswerOf } from '@noren/contract/call';
import { useState } from 'react';
import type { ApiError, NoAnswer } from '../../api/api.ts';
import { useSend } from '../../api/hooks.tsx';
import { type Account, toAccountDetails, toBankAccount } from './bank-rules.ts';

/** The bank's answer about an account. */
export type Verdict = AnswerOf<typeof preCheckAccount>;

/**
 * Checks the typed account with the bank, then saves it. The verdict is valid until a field it
 * depends on is changed.
 * @param onError called with the error of an attempt, and with null when the next begins
 */
export function useAccountSaving(
  values: Account,
  onError: (error: ApiError | NoAnswer | null) => void,
) {
  const checking = useSend(preCheckAccount);
  const details = useSend(saveAccountDetails);
  const saving = useSend(saveAccount);
  const [found, setFound] = useState<{ of: string; verdict: Verdict }>();
  const account = toBankAccount(values);
  const of = JSON.stringify(account);

  return {
    verdict: found?.of === of ? found.verdict : undefined,
    isSending: checking.isSending || details.isSending || saving.isSending,
    /** Resolves to the verdict, or undefined after a refusal. */
    check: async () => {
      onError(null);
      const verdict = await checking.send({ body: account }, onError);
      if (verdict) setFound({ of, verdict });
      return verdict;
    },
    /** Resolves to the saved account, or undefined after a refusal. */
    save: async () => {
      onError(null);

      const sent = await details.send({ body: toAccountDetails(values) }, onError);
      if (!sent) return undefined;

      const { accountNoAgain } = values;
      return saving.send({ body: { ...account, accountNoAgain } }, (refused) => {
        onError(refused);
        // The bank's answer may have changed: it is requested again before the next attempt.
        setFound(undefined);
      });
    },
  };
}
