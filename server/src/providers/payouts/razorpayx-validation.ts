import type { AccountAnswer, AccountQuestion, Payouts } from '../../platform/ports/payouts.ts';
import { NoAnswer, type RazorpayHttp, Refused, secondsOf } from '../razorpay-http.ts';
import { type ValidationEntity, validationEntity } from './razorpayx-entities.ts';
import { fundAccountOf, isAboutAccount } from './razorpayx-fund-account.ts';

/** How far back a question whose answer was lost is looked for, and how many pages of them. */
const LOST_WITHIN_MS = 60 * 60_000;
const LOST_PAGES = 3;
/** Names of questions kept in memory, so that asking again needs no search. */
const MOST_REMEMBERED = 10_000;

/** What account validation needs to know. */
interface Asking {
  readonly accountNumber: string;
  readonly now: () => number;
}

/**
 * Asks whose an account is (razorpay.com/docs/api/x/composite-account-validation). The API knows no key that makes asking
 * twice cost once, and no search by our reference; so what a reference was given is remembered, and else looked for
 * among the newest.
 * @ASSUMED one lost longer than an hour ago, or under 300 newer ones, is asked, and paid for, again: the answer is the same.
 */
export function makeAccountQuestions(http: RazorpayHttp, asking: Asking): Payouts['validateAccount'] {
  const known = new Map<string, string>();
  return async (question) => {
    const found = await find(http, asking, known.get(question.ref) ?? null, question.ref);
    // One that failed for technical reasons says nothing of the account: only a new question can.
    const asked = found && found.status !== 'failed' ? found : await ask(http, asking, question);
    if (asked === null) return { state: 'invalid', reason: 'account_invalid' };
    known.delete(question.ref);
    known.set(question.ref, asked.id);
    const oldest = known.size > MOST_REMEMBERED ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return answerOf(asked);
  };
}

async function find(
  http: RazorpayHttp,
  { accountNumber, now }: Asking,
  id: string | null,
  ref: string,
): Promise<ValidationEntity | null> {
  const path = '/fund_accounts/validations';
  if (id !== null)
    return http.get({ what: 'validation', path: `${path}/${encodeURIComponent(id)}`, answer: validationEntity });
  const newest = await http.list({
    what: 'list of validations',
    path,
    query: { account_number: accountNumber, from: secondsOf(now() - LOST_WITHIN_MS) },
    answer: validationEntity,
    mostPages: LOST_PAGES,
  });
  return newest.find((one) => one.reference_id === ref && one.status !== 'failed') ?? null;
}

/** Null when the question itself is refused: no such branch, no such form of a number. */
async function ask(http: RazorpayHttp, asking: Asking, question: AccountQuestion): Promise<ValidationEntity | null> {
  try {
    return await http.post({
      what: 'validation',
      path: '/fund_accounts/validations',
      answer: validationEntity,
      body: {
        source_account_number: asking.accountNumber,
        validation_type: 'optimized',
        reference_id: question.ref,
        fund_account: fundAccountOf(question),
      },
    });
  } catch (error) {
    if (error instanceof Refused && isAboutAccount(error)) return null;
    throw error;
  }
}

/** @throws NoAnswer when the validation failed technically, or says what is not documented */
function answerOf(validation: ValidationEntity): AccountAnswer {
  const { status, validation_results: results } = validation;
  switch (status) {
    case 'created':
      return { state: 'pending' };
    case 'failed':
      throw new NoAnswer('razorpay validation failed at the bank');
    case 'completed':
      break;
    default: {
      const missing: never = status;
      throw new RangeError(`unknown state of a validation: ${missing}`);
    }
  }
  // The documentation says `active` in its lists and `valid` in its examples.
  if (results?.account_status === 'active' || results?.account_status === 'valid')
    return { state: 'valid', nameAtBank: results.registered_name ?? '' };
  if (results?.account_status === 'invalid')
    return { state: 'invalid', reason: validation.status_details?.reason || 'invalid' };
  throw new NoAnswer('razorpay validation answered no state of the account');
}
