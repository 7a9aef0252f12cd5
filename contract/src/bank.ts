import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { accountNo, bankCode, ifsc, instant, name, nothing, typedDigits } from './fields.ts';

/** Banks by name. Source: specification §3 "Bank". */
export const bankList = call({
  method: 'GET',
  path: '/api/user/account/bankBranch',
  who: 'borrower',
  response: z.object({
    details: z.array(z.object({ bankCode: z.string(), bankName: z.string() })),
  }),
});

/**
 * Checks an IFSC: whether it is known, its bank, and the names of its branch and city. The names
 * are null while the branch directory does not answer. A code that is malformed or of no bank is
 * not known; a branch that no directory confirms may be new, and the bank's validation of the
 * account decides.
 */
export const checkIfsc = call({
  method: 'GET',
  path: '/api/user/dict/inIfscDict',
  who: 'borrower',
  query: z.object({ ifsc: z.string().check(z.maxLength(20)) }),
  response: z.object({
    /** Null for a branch that no directory confirms. */
    isKnown: z.nullable(z.boolean()),
    bankCode: z.nullable(z.string()),
    bankName: z.nullable(z.string()),
    branchCode: z.nullable(z.string()),
    branchName: z.nullable(z.string()),
    city: z.nullable(z.string()),
  }),
});

const account = z.object({ bankCode, ifsc, accountNo });
/** 1 savings, 2 current. Source: specification §3 "Bank extend info payload". */
export const accountType = z.union([z.literal(1), z.literal(2)]);
export type AccountType = z.infer<typeof accountType>;
const nameMatch = z.enum(['match', 'partial', 'mismatch']);

/**
 * Checks an account before it is saved. Asks the bank once a day for one account; 409 while the
 * step is not open, 316 where saving would need a code, 429 when no more accounts may be checked
 * today.
 */
export const preCheckAccount = call({
  method: 'POST',
  path: '/api/user/account/bankCodePreCheck',
  who: 'borrower',
  body: z.extend(account, { holderName: name }),
  response: z.object({
    /**
     * Whether `saveUserAccount` accepts it. A first account with only `name_differs` is accepted
     * and reviewed manually, and so is a later one that the bank confirms without a name.
     */
    isUsable: z.boolean(),
    problem: z.nullable(
      z.enum([
        'ifsc_unknown',
        'bank_differs',
        'used_by_another',
        'account_invalid',
        'name_differs',
      ]),
    ),
    /**
     * Whether the bank has answered. If not, it is queried again later, and no payout is made
     * before.
     */
    checked: z.boolean(),
    /** The holder as the bank has it, masked: `A**** K****`; empty where it names nobody. */
    nameAtBank: z.nullable(z.string()),
    /**
     * How the names agree with the confirmed identity; null when the account is rejected for
     * another reason.
     */
    nameMatch: z.nullable(nameMatch),
  }),
  codes: [CODES.conflict, CODES.confirmByCode],
});

/**
 * Further data of an account: sent after its pre-check and before `saveUserAccount`, which adds it;
 * for the current account at any time. @ASSUMED 409 for an account that was neither pre-checked by
 * this user nor is theirs.
 */
export const saveAccountDetails = call({
  method: 'POST',
  path: '/api/user/account/bankExtendInfo',
  who: 'borrower',
  body: z.object({ accountType, accountNo, isSalaryAccount: z.boolean() }),
  response: nothing,
  codes: [CODES.conflict, CODES.confirmByCode],
  changes: true,
});

/** Saves the account money is paid to: status 50 becomes 60 and the evaluation starts. */
export const saveAccount = call({
  method: 'POST',
  path: '/api/user/account/saveUserAccount',
  who: 'borrower',
  body: z.extend(account, { accountNoAgain: typedDigits, holderName: name }),
  response: z.object({ bizStatus: z.int(), nameMatch }),
  codes: [CODES.conflict, CODES.confirmByCode],
  changes: true,
});

/** The payout account, with its bank and last four digits; null before one is saved. */
export const viewAccount = call({
  method: 'GET',
  path: '/api/user/account/userBandingAccount',
  who: 'borrower',
  response: z.object({
    account: z.nullable(
      z.object({
        bankCode: z.string(),
        bankName: z.string(),
        ifsc: z.string(),
        accountLast4: z.string(),
        holderName: z.string(),
        /** Null when it was never entered. */
        accountType: z.nullable(accountType),
        isSalaryAccount: z.nullable(z.boolean()),
        /** Whether the bank has confirmed it; payouts go to a confirmed account only. */
        validationState: z.enum(['confirmed', 'waiting', 'refused']),
        /**
         * From when a changed account may be paid; null when it may be now. A face check passed
         * again ends the wait.
         */
        payableFrom: z.nullable(instant),
      }),
    ),
    /** A payout to it is running: it cannot be changed now. */
    isPayoutRunning: z.boolean(),
  }),
});
