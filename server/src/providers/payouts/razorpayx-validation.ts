import type {
  AccountValidationRequest,
  AccountValidationResult,
  Payouts,
} from '../../platform/ports/payouts.ts';
import { NoAnswer, type RazorpayHttp, RazorpayRefusal, toSeconds } from '../razorpay-http.ts';
import { type ValidationEntity, validationEntity } from './razorpayx-entities.ts';
import { buildFundAccount, isAboutAccount } from './razorpayx-fund-account.ts';

/** How far back, and over how many pages, a validation is searched whose answer was lost. */
const LOST_WITHIN_MS = 60 * 60_000;
const LOST_PAGES = 3;
/** Validation ids cached in memory, so that a repeated request needs no search. */
const MAX_REMEMBERED = 10_000;

interface ValidationConfig {
  readonly accountNumber: string;
  readonly now: () => number;
}

/**
 * Validates who holds an account (razorpay.com/docs/api/x/composite-account-validation). The API
 * has no idempotency key and no search by our reference; so the id of a reference is cached, or
 * else searched among the newest.
 * @ASSUMED one lost longer than an hour ago, or under 300 newer ones, is sent and paid for again:
 * the answer is the same.
 */
export function makeAccountValidation(
  http: RazorpayHttp,
  config: ValidationConfig,
): Payouts['validateAccount'] {
  const known = new Map<string, string>();

  return async (question) => {
    const found = await find(http, config, known.get(question.ref) ?? null, question.ref);
    const validation =
      found && !hasEndedUnanswered(found) ? found : await sendValidation(http, config, question);
    if (validation === null) return { state: 'invalid', reason: 'account_invalid' };

    known.delete(question.ref);
    known.set(question.ref, validation.id);

    const oldest = known.size > MAX_REMEMBERED ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);

    return toAccountAnswer(validation);
  };
}

async function find(
  http: RazorpayHttp,
  { accountNumber, now }: ValidationConfig,
  id: string | null,
  ref: string,
): Promise<ValidationEntity | null> {
  const path = '/fund_accounts/validations';
  if (id !== null)
    return http.get({
      what: 'validation',
      path: `${path}/${encodeURIComponent(id)}`,
      answer: validationEntity,
    });

  const newest = await http.list({
    what: 'list of validations',
    path,
    query: { account_number: accountNumber, from: toSeconds(now() - LOST_WITHIN_MS) },
    answer: validationEntity,
    maxPages: LOST_PAGES,
  });
  return newest.find((one) => one.reference_id === ref && !hasEndedUnanswered(one)) ?? null;
}

/** Read again, such a validation still says nothing about the account: only a new one can. */
function hasEndedUnanswered({ status, validation_results: results }: ValidationEntity): boolean {
  return status === 'failed' || (status === 'completed' && !results?.account_status);
}

/** Null when the account is refused: no such branch, or a malformed number. */
async function sendValidation(
  http: RazorpayHttp,
  config: ValidationConfig,
  question: AccountValidationRequest,
): Promise<ValidationEntity | null> {
  try {
    return await http.post({
      what: 'validation',
      path: '/fund_accounts/validations',
      answer: validationEntity,
      body: {
        source_account_number: config.accountNumber,
        validation_type: 'optimized',
        reference_id: question.ref,
        fund_account: buildFundAccount(question),
      },
    });
  } catch (error) {
    if (error instanceof RazorpayRefusal && isAboutAccount(error)) return null;
    throw error;
  }
}

/** @throws NoAnswer when the validation failed technically or its answer is not as documented */
function toAccountAnswer(validation: ValidationEntity): AccountValidationResult {
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
