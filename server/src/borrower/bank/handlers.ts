import type { preCheckAccount, saveAccount, saveAccountDetails } from '@noren/contract/bank';
import type { AnswerOf, BodyOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { computePayableFrom } from '@noren/core/lending/payable-account';
import { formatTime, toBusinessDay } from '@noren/core/money/time';
import { maskName } from '@noren/core/people/name-match';
import { maySave, UserStatus } from '@noren/core/people/status';
import { JOBS } from '../../job-list.ts';
import {
  lockCredit,
  reopenReviewedCredit,
  startEvaluation,
} from '../../lending/credit/credit-store.ts';
import { notify } from '../../notifications/store.ts';
import * as store from '../../people/bank/store.ts';
import {
  hasValidation,
  isDecided,
  readAccountDetails,
  readValidation,
  type Validation,
  writeAccountDetails,
} from '../../people/bank/validation-store.ts';
import { requireConsent } from '../../people/consents.ts';
import { endDocumentRequests } from '../../people/document-request-store.ts';
import { requireNoPhoneChange } from '../../people/login/phone-change.ts';
import { isProvedByPasskey } from '../../people/owner-proof.ts';
import { recordOwnAction } from '../../platform/audit-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { findTakenName } from '../../platform/db/name-owners-store.ts';
import { CallError, conflict } from '../../platform/http/call-error.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { lockUser, raiseStatus } from '../../platform/http/session-store.ts';
import { requireCodeFor, requireCodeForSaved } from '../../platform/http/step-up.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { findBranch, nameBranch } from './find-branch.ts';
import { ifscDirectory } from './ifsc-directory.ts';
import { matchHolderNames, obtainValidation, scheduleValidation } from './validate-account.ts';

type AccountInput = Pick<store.Account, 'bankCode' | 'ifsc' | 'accountNo' | 'holderName'>;
type AccountCheck = AnswerOf<typeof preCheckAccount>;
type Problem = NonNullable<AccountCheck['problem']>;

const refused = (reason: Problem | 'payout_running' | 'step' | 'unknown_account'): CallError =>
  conflict(`bank.${reason}`, reason);

/**
 * Checks that the account may be set or changed. Both need a confirmation code, because the holder
 * of a forwarded link could enter their own account, and a change is not allowed while a payout is
 * open.
 * @throws CallError 409 or 316
 */
async function requireAccountStep(ctx: UserCtx, db: Db | Tx, status: number): Promise<void> {
  if (!maySave(status, 'four')) throw refused('step');
  const isChange = status >= UserStatus.certified;
  requireCodeFor(ctx, isChange ? 'move_money' : 'name_account');
  if (isChange && (await store.hasOpenPayout(db, ctx.userId))) throw refused('payout_running');
}

/** Problems found without asking the bank. */
async function findProblem(ctx: UserCtx, account: AccountInput): Promise<Problem | null> {
  const found = await findBranch(ctx.deps.branches, account.ifsc);
  if (found.state === 'unknown') return 'ifsc_unknown';
  if (!found.banks.some(({ bankCode }) => bankCode === account.bankCode)) return 'bank_differs';

  const isTaken = await store.isAccountTaken(ctx.deps.db, ctx.deps.crypto, ctx.userId, account);
  return isTaken ? 'used_by_another' : null;
}

/**
 * The result shown to the borrower. A first account in another name may be saved, and goes to
 * manual review. So does a later account that the bank confirms without naming its holder.
 */
async function assessAccount(
  ctx: UserCtx,
  account: AccountInput,
  validation: Validation,
  isChange: boolean,
): Promise<AccountCheck> {
  const nameAtBank = validation.nameAtBank === null ? null : maskName(validation.nameAtBank);
  const check = { checked: isDecided(validation.state), nameAtBank, nameMatch: null };
  if (validation.state === 'invalid')
    return { ...check, isUsable: false, problem: 'account_invalid' };

  const names = { typed: account.holderName, atBank: validation.nameAtBank };
  const { nameMatch, isUnnamed } = await matchHolderNames(ctx.deps.db, ctx.deps, ctx.userId, names);
  if (nameMatch === 'match') return { ...check, nameMatch, isUsable: true, problem: null };

  return { ...check, nameMatch, isUsable: !isChange || isUnnamed, problem: 'name_differs' };
}

async function save(ctx: UserCtx, tx: Tx, body: BodyOf<typeof saveAccount>) {
  const { userId, deps, now } = ctx;
  // Wait for a running evaluation: it has already read the account being replaced.
  await lockCredit(tx, userId);

  const status = await lockUser(tx, userId);
  await requireAccountStep(ctx, tx, status);
  await requireNoPhoneChange(tx, userId);

  const isChange = status >= UserStatus.certified;
  const result = await readValidation(tx, deps.crypto, userId, body);
  const validation = result?.state ?? 'unknown';
  if (validation === 'invalid') throw refused('account_invalid');

  const names = { typed: body.holderName, atBank: result?.nameAtBank ?? null };
  const { nameMatch, isUnnamed } = await matchHolderNames(tx, deps, userId, names);
  if (isChange && nameMatch !== 'match' && !isUnnamed) throw refused('name_differs');

  const details = (await readAccountDetails(tx, deps.crypto, userId, body.accountNo)) ?? noDetails;
  const replaced = await store.readAccount(tx, deps.crypto, userId);
  // A corrected entry of the same account moves no money elsewhere.
  const isSame = replaced?.accountNo === body.accountNo && replaced.bankCode === body.bankCode;
  const isProved = isChange && (await isProvedByPasskey(ctx, tx));
  const payableFrom = isSame
    ? replaced.payableFrom
    : computePayableFrom({ isChange, isProved, now });
  const account = { ...body, ...details, nameMatch, validation, payableFrom };
  const subject = await store.writeAccount(tx, deps.crypto, userId, account, now);
  const action = isChange ? 'bank_account_changed' : 'bank_account_saved';

  const detail = { nameMatch, validation };
  await recordOwnAction(tx, { userId, now }, { action, subject, detail });

  if (isChange && !isSame)
    await notifyChange(ctx, tx, { subject, accountNo: body.accountNo, payableFrom });
  if (!isDecided(validation)) await scheduleValidation(tx, userId, 0);

  if (!isChange) {
    await raiseStatus(tx, userId, UserStatus.certified);
    await startEvaluation(tx, userId, now);
  }

  await endDocumentRequests(tx, userId, { document: 'bankAccount' }, { event: 'sent', now });
  // A different name may have caused the review; the new account must reopen the evaluation.
  if (!isChange || (await reopenReviewedCredit(tx, userId, now)))
    await addJob(tx, JOBS['evaluate-credit'], { userId });

  return { bizStatus: Math.max(status, UserStatus.certified), nameMatch };
}

/** Tells the borrower, who may not have made the change, where money will be paid and from when. */
async function notifyChange(
  { userId, deps }: UserCtx,
  tx: Tx,
  change: { subject: string; accountNo: string; payableFrom: number },
): Promise<void> {
  const { subject: reference, accountNo, payableFrom } = change;
  const values = {
    last4: accountNo.slice(-4),
    day: toBusinessDay(payableFrom),
    time: formatTime(payableFrom),
  };

  await notify(tx, deps, { userId, kind: 'account_changed', reference, values });
}

const noDetails = { accountType: null, isSalaryAccount: null };

async function storeDetails(
  ctx: UserCtx,
  tx: Tx,
  body: BodyOf<typeof saveAccountDetails>,
): Promise<void> {
  const { userId, now } = ctx;
  const { crypto } = ctx.deps;
  const { accountNo } = body;

  await requireAccountStep(ctx, tx, await lockUser(tx, userId));
  await requireConsent(ctx, tx, 'bank_account');

  const saved = await store.readAccount(tx, crypto, userId);
  const isSaved = saved?.accountNo === accountNo;
  if (!isSaved && !(await hasValidation(tx, crypto, userId, accountNo)))
    throw refused('unknown_account');

  await writeAccountDetails(tx, crypto, userId, { ...body, accountNo, now });
  if (isSaved) await store.updateAccountDetails(tx, userId, saved.accountId, body);
}

const validationStates = {
  valid: 'confirmed',
  invalid: 'refused',
  pending: 'waiting',
  unknown: 'waiting',
} as const;

/** The payout account, certification step four. */
export const bankHandlers = {
  bankList: async () => ({ details: [...ifscDirectory().banks] }),

  async checkIfsc({ deps }, { query }) {
    const found = await nameBranch(deps.branches, query.ifsc);
    if (found.state === 'unknown')
      return {
        isKnown: false,
        bankCode: null,
        bankName: null,
        branchCode: null,
        branchName: null,
        city: null,
      };

    const { bankCode, bankName } = found.banks[0];

    return {
      isKnown: found.state === 'known' ? true : null,
      bankCode,
      // A bank without a name in our data goes by its code.
      bankName: bankName === bankCode ? (found.branch?.bankName ?? bankCode) : bankName,
      branchCode: found.ifsc.slice(5),
      branchName: found.branch?.branchName ?? null,
      city: found.branch?.city ?? null,
    };
  },

  // Runs without a transaction because the bank's answer may take long.
  async preCheckAccount(ctx, { body }, db) {
    const { bizStatus } = ctx.session;
    await takeOrRefuse(ctx, [['account-check-user-hour', ctx.userId]]);
    await requireAccountStep(ctx, db, bizStatus);
    await requireConsent(ctx, db, 'bank_account');

    const problem = await findProblem(ctx, body);
    if (problem)
      return { isUsable: false, problem, checked: false, nameAtBank: null, nameMatch: null };

    const validation = await obtainValidation(ctx.deps, ctx.userId, body, { retryPending: true });
    return assessAccount(ctx, body, validation, bizStatus >= UserStatus.certified);
  },

  saveAccountDetails: async (ctx, { body }, tx) => {
    await storeDetails(ctx, tx, body);
    return {};
  },

  saveAccount: {
    async prepare(ctx, { body }) {
      if (body.accountNoAgain !== body.accountNo)
        throw new CallError(CODES.invalidInput, 'bank.numbers_differ', {
          data: { fields: [{ path: 'accountNoAgain', problem: 'differs' }] },
        });

      await takeOrRefuse(ctx, [['account-check-user-hour', ctx.userId]]);
      await requireAccountStep(ctx, ctx.deps.db, ctx.session.bizStatus);
      await requireConsent(ctx, ctx.deps.db, 'bank_account');

      const problem = await findProblem(ctx, body);
      if (problem) throw refused(problem);

      await obtainValidation(ctx.deps, ctx.userId, body, { retryPending: false });
    },
    async commit(ctx, { body }, tx) {
      try {
        return await save(ctx, tx, body);
      } catch (error) {
        // Another user saved the same account first.
        throw findTakenName(error) === 'bank_account' ? refused('used_by_another') : error;
      }
    },
  },

  async viewAccount(ctx, _input, db) {
    const account = await store.readAccount(db, ctx.deps.crypto, ctx.userId);
    if (!account) return { account: null, isPayoutRunning: false };

    requireCodeForSaved(ctx, true);

    const { bankCode, ifsc, accountLast4, holderName, accountType, isSalaryAccount } = account;
    const bankName =
      ifscDirectory().banks.find((bank) => bank.bankCode === bankCode)?.bankName ?? bankCode;
    const validationState = validationStates[account.validation];
    const payableFrom = account.payableFrom > ctx.now ? account.payableFrom : null;

    return {
      account: {
        bankCode,
        bankName,
        ifsc,
        accountLast4,
        holderName,
        accountType,
        isSalaryAccount,
        validationState,
        payableFrom,
      },
      isPayoutRunning: await store.hasOpenPayout(db, ctx.userId),
    };
  },
} satisfies Partial<Handlers>;
