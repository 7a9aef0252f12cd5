import * as z from 'zod/mini';
import { call } from './call.ts';

/** Choices of one dictionary, translated. Source: `docs/wire.md`, "Calls". */
export const DICTIONARIES = [
  'gender',
  'education',
  'maritalStatus',
  'childrenCount',
  'workStatus',
  'industry',
  'monthlyIncome',
  'salaryType',
  'payday',
  'state',
  'relationship',
  'loanPurpose',
  'incomeBand',
  'otherDebts',
  'heardFrom',
] as const;

export type Dictionary = (typeof DICTIONARIES)[number];

/** The choices of one list of the forms, translated. */
export const dictionary = call({
  method: 'GET',
  path: '/api/user/dict/getByType/{type}',
  who: 'anyone',
  params: z.object({ type: z.enum(DICTIONARIES) }),
  response: z.object({ details: z.array(z.object({ code: z.string(), name: z.string() })) }),
});
