import type { preCheckAccount, saveAccount, saveAccountDetails } from '@noren/contract/bank';
import type { AnswerOf, BodyOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { checkAccountNumber, checkIfsc } from '@noren/core/people/identity-numbers';
import { maskName } from '@noren/core/people/name-match';
import { maySave, UserStatus } from '@noren/core/people/status';
import { requireConsent } from '../../lending/consents.ts';
import { beginEvaluation, lockCredit, reopenReview } from '../../lending/credit-store.ts';
import { recordAction } from '../../platform/audit.ts';
import { clashesWith } from '../../platform/db/database-clash.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';
import { orRateLimited } from '../../platform/http/rate-limits.ts';
import { lockUser, raiseStatus } from '../../platform/http/session.ts';
import { requireCodeFor, requireCodeForSaved } from '../../platform/http/step-up.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { askBank, askLater, judgeNames } from './ask-bank.ts';
import { ifscDirectory } from './ifsc-directory.ts';
import * as store from './store.ts';
import { hasAsked, isDecided, readDetails, readValidation, type Validation, writeDetails } from './validation-store.ts';

type Typed = Pick<store.Account, 'bankCode' | 'ifsc' | 'accountNo' | 'holderName'>;
type Found = AnswerOf<typeof preCheckAccount>;
type Problem = NonNullable<Found['problem']>;

/** Spaces and small letters taken off; the wire's schema has checked the form. */
function tidy(body: BodyOf<typeof preCheckAccount>): Typed {
  const ifsc = checkIfsc(body.ifsc);
  return { ...body, ifsc: ifsc.ok ? ifsc.value : body.ifsc, accountNo: tidyNumber(body.accountNo) };
}

function tidyNumber(accountNo: string): string {
  const checked = checkAccountNumber(accountNo);
  return checked.ok ? checked.value : accountNo;
}

const refuse = (reason: Problem | 'payout_running' | 'step' | 'unknown_account'): CallError =>
  new CallError(CODES.conflict, `bank.${reason}`, { data: { reason } });

/**
 * Naming an account is the last step; a later change moves where money goes: only by the borrower, never while money is
 * on its way. Whoever holds a forwarded link could name an account of their own.
 */
async function needOpen(ctx: UserCtx, db: Db | Tx, status: number): Promise<void> {
  if (!maySave(status, 'four')) throw refuse('step');
  const isChange = status >= UserStatus.certified;
  requireCodeFor(ctx, isChange ? 'move_money' : 'name_account');
  if (isChange && (await store.hasOpenPayout(db, ctx.userId))) throw refuse('payout_running');
}

/** What the house knows by itself, before the bank is asked. */
async function problemOf(ctx: UserCtx, account: Typed): Promise<Problem | null> {
  const banks = ifscDirectory().banksOf(account.ifsc);
  if (banks.length === 0) return 'ifsc_unknown';
  if (!banks.some(({ bankCode }) => bankCode === account.bankCode)) return 'bank_differs';
  const isTaken = await store.isAccountTaken(ctx.deps.db, ctx.deps.crypto, ctx.userId, account);
  return isTaken ? 'used_by_another' : null;
}

/** What the bank's word means for an account. A first one in another name is taken, and looked at by a person. */
async function judge(ctx: UserCtx, account: Typed, said: Validation, isChange: boolean): Promise<Found> {
  const nameAtBank = said.nameAtBank === null ? null : maskName(said.nameAtBank);
  const found = { checked: isDecided(said.state), nameAtBank, nameMatch: null };
  if (said.state === 'invalid') return { ...found, isUsable: false, problem: 'account_invalid' };
  const names = { typed: account.holderName, atBank: said.nameAtBank };
  const nameMatch = await judgeNames(ctx.deps.db, ctx.deps, ctx.userId, names);
  if (nameMatch !== 'mismatch') return { ...found, nameMatch, isUsable: true, problem: null };
  return { ...found, nameMatch, isUsable: !isChange, problem: 'name_differs' };
}

async function save(ctx: UserCtx, tx: Tx, body: BodyOf<typeof saveAccount>) {
  const { userId, deps, now } = ctx;
  // An evaluation that is just ending is waited for: it has read the account that this one replaces.
  await lockCredit(tx, userId);
  const status = await lockUser(tx, userId);
  await needOpen(ctx, tx, status);
  const isChange = status >= UserStatus.certified;
  const typed = tidy(body);
  const said = await readValidation(tx, deps.crypto, userId, typed);
  const validation = said?.state ?? 'unknown';
  if (validation === 'invalid') throw refuse('account_invalid');
  const names = { typed: typed.holderName, atBank: said?.nameAtBank ?? null };
  const nameMatch = await judgeNames(tx, deps, userId, names);
  if (isChange && nameMatch === 'mismatch') throw refuse('name_differs');
  const details = (await readDetails(tx, deps.crypto, userId, typed.accountNo)) ?? NOT_TOLD;
  const account = { ...typed, ...details, nameMatch, validation };
  const subject = await store.writeAccount(tx, deps.crypto, userId, account, now);
  const action = isChange ? 'bank_account_changed' : 'bank_account_saved';
  await recordAction(tx, { at: now, userId, actor: 'user', action, subject, detail: { nameMatch, validation } });
  if (!isDecided(validation)) await askLater(tx, userId, 0);
  if (!isChange) {
    await raiseStatus(tx, userId, UserStatus.certified);
    await beginEvaluation(tx, userId, now);
  }
  // A name that differed is a reason for review; the account that mends it must not leave the borrower waiting on.
  if (!isChange || (await reopenReview(tx, userId, now)))
    await addJob(tx, 'evaluate-credit', { userId }, { key: `evaluate-credit:${userId}` });
  return { bizStatus: Math.max(status, UserStatus.certified), nameMatch };
}
const NOT_TOLD = { accountType: null, isSalaryAccount: null };

async function keepDetails(ctx: UserCtx, tx: Tx, body: BodyOf<typeof saveAccountDetails>): Promise<void> {
  const { userId, now } = ctx;
  const { crypto } = ctx.deps;
  const accountNo = tidyNumber(body.accountNo);
  await needOpen(ctx, tx, await lockUser(tx, userId));
  await requireConsent(ctx, tx, 'bank_account');
  const saved = await store.readAccount(tx, crypto, userId);
  const isSaved = saved?.accountNo === accountNo;
  if (!isSaved && !(await hasAsked(tx, crypto, userId, accountNo))) throw refuse('unknown_account');
  await writeDetails(tx, crypto, userId, { ...body, accountNo, now });
  if (isSaved) await store.markDetails(tx, userId, saved.accountId, body);
}

const STANDINGS = { valid: 'confirmed', invalid: 'refused', pending: 'waiting', unknown: 'waiting' } as const;

type Calls = 'bankList' | 'checkIfsc' | 'preCheckAccount' | 'saveAccountDetails' | 'saveAccount' | 'viewAccount';

/** The account money is paid to. */
export const bankHandlers: Handlers<Calls> = {
  bankList: async () => ({ details: [...ifscDirectory().banks] }),

  async checkIfsc(_ctx, { query }) {
    const [bank] = ifscDirectory().banksOf(query.ifsc);
    if (!bank) return { isKnown: false, bankCode: null, bankName: null, branchCode: null };
    const checked = checkIfsc(query.ifsc);
    return { isKnown: true, ...bank, branchCode: checked.ok ? checked.value.slice(5) : null };
  },

  // No transaction stands around it: the bank may take its time.
  async preCheckAccount(ctx, { body }, db) {
    const { bizStatus } = ctx.session;
    orRateLimited(await ctx.deps.limits.take([['account-check-user-hour', ctx.userId]], ctx.now));
    await needOpen(ctx, db, bizStatus);
    await requireConsent(ctx, db, 'bank_account');
    const account = tidy(body);
    const problem = await problemOf(ctx, account);
    if (problem) return { isUsable: false, problem, checked: false, nameAtBank: null, nameMatch: null };
    const said = await askBank(ctx.deps, ctx.userId, account, { again: true });
    return judge(ctx, account, said, bizStatus >= UserStatus.certified);
  },

  saveAccountDetails: async (ctx, { body }, tx) => {
    await keepDetails(ctx, tx, body);
    return {};
  },

  saveAccount: {
    async prepare(ctx, { body }) {
      const account = tidy(body);
      if (tidyNumber(body.accountNoAgain) !== account.accountNo)
        throw new CallError(CODES.invalidInput, 'bank.numbers_differ', {
          data: { fields: [{ path: 'accountNoAgain', problem: 'differs' }] },
        });
      orRateLimited(await ctx.deps.limits.take([['account-check-user-hour', ctx.userId]], ctx.now));
      await needOpen(ctx, ctx.deps.db, ctx.session.bizStatus);
      await requireConsent(ctx, ctx.deps.db, 'bank_account');
      const problem = await problemOf(ctx, account);
      if (problem) throw refuse(problem);
      await askBank(ctx.deps, ctx.userId, account, { again: false });
    },
    async commit(ctx, { body }, tx) {
      try {
        return await save(ctx, tx, body);
      } catch (error) {
        // Another user was faster with the same account.
        if (clashesWith(error, 'bank_accounts_one_owner_key')) throw refuse('used_by_another');
        throw error;
      }
    },
  },

  async viewAccount(ctx, _input, db) {
    const account = await store.readAccount(db, ctx.deps.crypto, ctx.userId);
    if (!account) return { account: null, isPayoutRunning: false };
    requireCodeForSaved(ctx, true);
    const { bankCode, ifsc, accountLast4, holderName, accountType, isSalaryAccount } = account;
    const bankName = ifscDirectory().banks.find((one) => one.bankCode === bankCode)?.bankName ?? bankCode;
    const standing = STANDINGS[account.validation];
    return {
      account: { bankCode, bankName, ifsc, accountLast4, holderName, accountType, isSalaryAccount, standing },
      isPayoutRunning: await store.hasOpenPayout(db, ctx.userId),
    };
  },
};
