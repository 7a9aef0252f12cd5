import type { Db } from '../../platform/db/db.ts';
import type {
  AccountValidationRequest,
  AccountValidationResult,
  Payouts,
} from '../../platform/ports/payouts.ts';
import { type AccountBehaviour, SandboxTimeout } from './behaviour.ts';
import { findAccountValidation, insertAccountValidation } from './store.ts';

/** Delay of the bank that answers later. */
const LATER_MS = 20_000;
/** A holder who is none of the invented people. */
const OTHER_HOLDER = 'ZUBIN SPECIMEN';

/** Account numbers with these prefixes have a fixed behaviour, whatever the switch says. */
export const MAGIC_ACCOUNTS: readonly { begins: string; does: AccountBehaviour }[] = [
  { begins: '99999001', does: 'other_name' },
  { begins: '99999002', does: 'initials' },
  { begins: '99999003', does: 'closed' },
  { begins: '99999004', does: 'answers_later' },
  { begins: '99999005', does: 'no_answer' },
  { begins: '99999006', does: 'down' },
];

/** The bank's account validation. Requests are stored, so each reference is validated once. */
export function makeAccountChecks(given: {
  db: Db;
  now: () => number;
  behaviour: () => Promise<AccountBehaviour>;
}): Payouts['validateAccount'] {
  const { db, now } = given;
  return async (question) => {
    const before = await findAccountValidation(db, question.ref);
    if (before)
      return decideAnswer(
        question,
        before.behaviour as AccountBehaviour,
        now() - before.requestedAt >= LATER_MS,
      );

    const magic = MAGIC_ACCOUNTS.find(({ begins }) => question.accountNo.startsWith(begins));
    const does = magic?.does ?? (await given.behaviour());
    if (does === 'down') throw new SandboxTimeout('the account was not asked about');

    await insertAccountValidation(db, { ref: question.ref, behaviour: does, requestedAt: now() });
    if (does === 'no_answer')
      throw new SandboxTimeout('the account was asked about, its answer lost');

    return decideAnswer(question, does, false);
  };
}

function decideAnswer(
  { holderName }: AccountValidationRequest,
  does: AccountBehaviour,
  isLater: boolean,
): AccountValidationResult {
  const own = holderName.toUpperCase();
  switch (does) {
    case 'own_name':
    case 'no_answer':
    case 'down':
      return { state: 'valid', nameAtBank: own };
    case 'other_name':
      return { state: 'valid', nameAtBank: OTHER_HOLDER };
    case 'initials':
      return { state: 'valid', nameAtBank: own.replace(/(\p{L}\p{M}*)[^\s]*/gu, '$1') };
    case 'closed':
      return { state: 'invalid', reason: 'account_closed' };
    case 'answers_later':
      return isLater ? { state: 'valid', nameAtBank: own } : { state: 'pending' };
    default: {
      const missing: never = does;
      throw new RangeError(`unknown behaviour: ${missing}`);
    }
  }
}
