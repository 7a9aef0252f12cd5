import type { Db } from '../../platform/db/db.ts';
import type {
  AccountValidationRequest,
  AccountValidationResult,
  Payouts,
} from '../../platform/ports/payouts.ts';
import { type AccountBehaviour, SandboxTimeout } from './behaviour.ts';
import { findAccountValidation, insertAccountValidation } from './store.ts';

/** How long the bank takes that answers later. */
const LATER_MS = 20_000;
/** An account holder who is not one of the sandbox's people. */
const OTHER_HOLDER = 'ZUBIN SPECIMEN';

/** Account numbers with these prefixes have a fixed behaviour, whatever the switch says. */
export const MAGIC_ACCOUNTS: readonly { prefix: string; behaviour: AccountBehaviour }[] = [
  { prefix: '99999001', behaviour: 'other_name' },
  { prefix: '99999002', behaviour: 'initials' },
  { prefix: '99999003', behaviour: 'closed' },
  { prefix: '99999004', behaviour: 'answers_later' },
  { prefix: '99999005', behaviour: 'no_answer' },
  { prefix: '99999006', behaviour: 'down' },
];

/** The bank's account validation. Requests are stored, so each reference is validated once. */
export function makeAccountChecks(options: {
  db: Db;
  now: () => number;
  behaviour: () => Promise<AccountBehaviour>;
}): Payouts['validateAccount'] {
  const { db, now } = options;

  return async (question) => {
    const stored = await findAccountValidation(db, question.ref);
    if (stored)
      return decideAnswer(
        question,
        stored.behaviour as AccountBehaviour,
        now() - stored.requestedAt >= LATER_MS,
      );

    const rule = MAGIC_ACCOUNTS.find(({ prefix }) => question.accountNo.startsWith(prefix));
    const behaviour = rule?.behaviour ?? (await options.behaviour());
    if (behaviour === 'down') throw new SandboxTimeout('the account was not asked about');

    await insertAccountValidation(db, { ref: question.ref, behaviour, requestedAt: now() });
    if (behaviour === 'no_answer')
      throw new SandboxTimeout('the account was asked about, its answer lost');

    return decideAnswer(question, behaviour, false);
  };
}

function decideAnswer(
  { holderName }: AccountValidationRequest,
  behaviour: AccountBehaviour,
  isLater: boolean,
): AccountValidationResult {
  const ownName = holderName.toUpperCase();
  switch (behaviour) {
    case 'own_name':
    case 'no_answer':
    case 'down':
      return { state: 'valid', nameAtBank: ownName };
    case 'other_name':
      return { state: 'valid', nameAtBank: OTHER_HOLDER };
    case 'initials':
      return { state: 'valid', nameAtBank: ownName.replace(/(\p{L}\p{M}*)[^\s]*/gu, '$1') };
    case 'closed':
      return { state: 'invalid', reason: 'account_closed' };
    case 'answers_later':
      return isLater ? { state: 'valid', nameAtBank: ownName } : { state: 'pending' };
    default: {
      const missing: never = behaviour;
      throw new RangeError(`unknown behaviour: ${missing}`);
    }
  }
}
