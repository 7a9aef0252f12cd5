import { preCheckAccount, saveAccount } from '@noren/contract/bank';
import { checkIfsc } from '@noren/core/identity-numbers';
import { useState } from 'react';
import { useSend } from '../api-hooks.tsx';
import type { Account } from './bank-rules.ts';

/** What stands in the way of an account, and for which IFSC and bank that was found. */
export type Obstacle = { problem: 'ifsc_unknown' | 'bank_differs' | 'used_by_another'; of: Account };

/** Asks what stands in the way, then saves. `save` answers undefined when it was refused: see `obstacle` and `error`. */
export function useSaveAccount() {
  const check = useSend(preCheckAccount, 'screen');
  const saving = useSend(saveAccount, 'screen');
  const [obstacle, setObstacle] = useState<Obstacle>();
  const save = async (values: Account) => {
    setObstacle(undefined);
    const checked = checkIfsc(values.ifsc);
    const { bankCode, accountNo, accountNoAgain } = values;
    const account = { bankCode, accountNo, ifsc: checked.ok ? checked.value : values.ifsc };
    const found = await check.send({ body: account });
    if (found?.problem) setObstacle({ problem: found.problem, of: values });
    if (!found?.isUsable) return undefined;
    return saving.send({ body: { ...account, accountNoAgain, holderName: values.holderName.trim() } });
  };
  return { save, obstacle, isSending: check.isSending || saving.isSending, error: check.error ?? saving.error };
}
