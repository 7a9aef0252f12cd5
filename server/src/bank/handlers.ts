import type { preCheckAccount, saveAccount } from '@noren/contract/bank';
import type { BodyOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { checkAccountNumber, checkIfsc } from '@noren/core/identity-numbers';
import { matchNames } from '@noren/core/name-match';
import { certifiedStatus, maySave } from '@noren/core/status';
import { noteAction } from '../audit.ts';
import { CallError } from '../call-error.ts';
import { readIdentity } from '../certification/store.ts';
import { clashesWith } from '../database-clash.ts';
import type { Tx } from '../db.ts';
import type { Handlers, UserCtx } from '../handler.ts';
import { addJob } from '../jobs.ts';
import { orWait } from '../limits.ts';
import { lockUser, raiseStatus } from '../session.ts';
import { needRecentCode } from '../step-up.ts';
import { ifscDirectory } from './ifsc-directory.ts';
import {
  type Account,
  beginEvaluation,
  hasOpenPayout,
  isAccountTaken,
  readAccount,
  reopenReview,
  writeAccount,
} from './store.ts';

type Typed = Pick<Account, 'bankCode' | 'ifsc' | 'accountNo'>;
type Problem = 'ifsc_unknown' | 'bank_differs' | 'used_by_another';

/** Spaces and small letters taken off; the wire's schema has checked the form. */
function tidy(body: BodyOf<typeof preCheckAccount>): Typed {
  const [ifsc, accountNo] = [checkIfsc(body.ifsc), checkAccountNumber(body.accountNo)];
  return {
    bankCode: body.bankCode,
    ifsc: ifsc.ok ? ifsc.value : body.ifsc,
    accountNo: accountNo.ok ? accountNo.value : body.accountNo,
  };
}

async function problemOf(ctx: UserCtx, account: Typed): Promise<Problem | null> {
  const banks = ifscDirectory().banksOf(account.ifsc);
  if (banks.length === 0) return 'ifsc_unknown';
  if (!banks.some(({ bankCode }) => bankCode === account.bankCode)) return 'bank_differs';
  return (await isAccountTaken(ctx.deps.db, ctx.deps.crypto, ctx.userId, account)) ? 'used_by_another' : null;
}

const refuse = (reason: Problem | 'name_differs' | 'payout_running' | 'step'): CallError =>
  new CallError(CODES.conflict, `bank.${reason}`, { data: { reason } });

/** A later change moves where money goes: only by the borrower, never while money is on its way, never to a stranger. */
async function needChangeAllowed(ctx: UserCtx, tx: Tx, nameMatch: Account['nameMatch']): Promise<void> {
  needRecentCode(ctx);
  if (await hasOpenPayout(tx, ctx.userId)) throw refuse('payout_running');
  if (nameMatch === 'mismatch') throw refuse('name_differs');
}

async function save(ctx: UserCtx, tx: Tx, body: BodyOf<typeof saveAccount>) {
  const { userId, deps, now } = ctx;
  const status = await lockUser(tx, userId);
  if (!maySave(status, 'four')) throw refuse('step');
  const identity = await readIdentity(tx, deps.crypto, userId);
  const nameMatch = matchNames(identity?.name ?? '', body.holderName);
  const isChange = status >= certifiedStatus;
  if (isChange) await needChangeAllowed(ctx, tx, nameMatch);
  // Whoever holds a forwarded link could name an account of their own, and the borrower's loan would go there.
  else if (ctx.session.assurance === 'link') needRecentCode(ctx);
  const account = { ...tidy(body), holderName: body.holderName, nameMatch };
  const subject = await writeAccount(tx, deps.crypto, userId, account, now);
  const action = isChange ? 'bank_account_changed' : 'bank_account_saved';
  await noteAction(tx, { at: now, userId, actor: 'user', action, subject, detail: { nameMatch } });
  if (!isChange) {
    await raiseStatus(tx, userId, certifiedStatus);
    await beginEvaluation(tx, userId, now);
  }
  // A name that differed is a reason for review; the account that mends it must not leave the borrower waiting on.
  if (!isChange || (await reopenReview(tx, userId, now)))
    await addJob(tx, 'evaluate-credit', { userId }, { key: `evaluate-credit:${userId}` });
  return { bizStatus: Math.max(status, certifiedStatus), nameMatch };
}

type Calls = 'bankList' | 'checkIfsc' | 'preCheckAccount' | 'saveAccount' | 'viewAccount';

/** The account money is paid to. */
export const bankHandlers: Handlers<Calls> = {
  bankList: async () => ({ details: [...ifscDirectory().banks] }),

  async checkIfsc(_ctx, { query }) {
    const [bank] = ifscDirectory().banksOf(query.ifsc);
    if (!bank) return { isKnown: false, bankCode: null, bankName: null, branchCode: null };
    const checked = checkIfsc(query.ifsc);
    return { isKnown: true, ...bank, branchCode: checked.ok ? checked.value.slice(5) : null };
  },

  async preCheckAccount(ctx, { body }) {
    orWait(await ctx.deps.limits.take([['account-check-user-hour', ctx.userId]], ctx.now));
    const problem = await problemOf(ctx, tidy(body));
    return { isUsable: problem === null, problem };
  },

  saveAccount: {
    async work(ctx, { body }) {
      const again = checkAccountNumber(body.accountNoAgain);
      if (!again.ok || again.value !== tidy(body).accountNo)
        throw new CallError(CODES.invalidInput, 'bank.numbers_differ', {
          data: { fields: [{ path: 'accountNoAgain', problem: 'differs' }] },
        });
      orWait(await ctx.deps.limits.take([['account-check-user-hour', ctx.userId]], ctx.now));
      const problem = await problemOf(ctx, tidy(body));
      if (problem) throw refuse(problem);
    },
    async run(ctx, { body }, tx) {
      try {
        return await save(ctx, tx, body);
      } catch (error) {
        // Another user was faster with the same account.
        if (clashesWith(error, 'bank_accounts_bound_once')) throw refuse('used_by_another');
        throw error;
      }
    },
  },

  async viewAccount(ctx, _input, db) {
    const account = await readAccount(db, ctx.deps.crypto, ctx.userId);
    if (!account) return { account: null };
    const { bankCode, ifsc, accountLast4, holderName } = account;
    const bank = ifscDirectory().banks.find((one) => one.bankCode === bankCode);
    return { account: { bankCode, bankName: bank?.bankName ?? bankCode, ifsc, accountLast4, holderName } };
  },
};
