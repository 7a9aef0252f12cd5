import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { accountNo, bankCode, ifsc, name } from './fields.ts';

/** Banks by name. Source: specification §3 "Bank". */
export const bankList = call({
  method: 'GET',
  path: '/api/user/account/bankBranch',
  who: 'user',
  response: z.object({ details: z.array(z.object({ bankCode: z.string(), bankName: z.string() })) }),
});

/** Whether an IFSC names a known branch, and of which bank. */
export const checkIfsc = call({
  method: 'GET',
  path: '/api/user/dict/inIfscDict',
  who: 'user',
  query: z.object({ ifsc: z.string().check(z.maxLength(20)) }),
  response: z.object({
    isKnown: z.boolean(),
    bankCode: z.nullable(z.string()),
    bankName: z.nullable(z.string()),
    branchCode: z.nullable(z.string()),
  }),
});

const account = z.object({ bankCode, ifsc, accountNo });
/** What stands in the way of an account before it is saved. */
export const preCheckAccount = call({
  method: 'POST',
  path: '/api/user/account/bankCodePreCheck',
  who: 'user',
  body: account,
  response: z.object({
    isUsable: z.boolean(),
    problem: z.nullable(z.enum(['ifsc_unknown', 'bank_differs', 'used_by_another'])),
  }),
});

/** Saves the account money is paid to: status 50 becomes 60 and the evaluation starts. */
export const saveAccount = call({
  method: 'POST',
  path: '/api/user/account/saveUserAccount',
  who: 'user',
  body: z.extend(account, { accountNoAgain: z.string(), holderName: name }),
  response: z.object({ bizStatus: z.int(), nameMatch: z.enum(['match', 'partial', 'mismatch']) }),
  codes: [CODES.conflict, CODES.confirmByCode],
  changes: true,
});

export const viewAccount = call({
  method: 'GET',
  path: '/api/user/account/userBandingAccount',
  who: 'user',
  response: z.object({
    account: z.nullable(
      z.object({
        bankCode: z.string(),
        bankName: z.string(),
        ifsc: z.string(),
        accountLast4: z.string(),
        holderName: z.string(),
      }),
    ),
  }),
});
