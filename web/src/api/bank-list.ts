import { bankList } from '@noren/contract/bank';
import { send } from './api.ts';
import type { Choice } from './dictionary.ts';

/** The banks by code and name. @throws ApiError, NoAnswer */
export async function loadBanks(): Promise<Choice[]> {
  const { details } = await send(bankList, {});
  return details.map(({ bankCode, bankName }) => ({ value: bankCode, label: bankName }));
}
