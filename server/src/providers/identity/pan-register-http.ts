import type { PanDifference } from '@noren/core/people/pan-check';
import * as z from 'zod';
import type { PanAnswer, PanQuestion, PanRegister } from '../../platform/ports/pan-register.ts';
import { parseAnswer } from '../parse-answer.ts';
import { readBounded } from '../read-bounded.ts';

/** Access to the provider's API. */
export interface PanRegisterAccess {
  /** Without a path, e.g. `https://api.sandbox.co.in`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly timeoutMs: number;
}

/** No answer, or none about the PAN. Names the call, never what was sent or answered. */
class NoPanAnswer extends Error {
  override readonly name = 'NoPanAnswer';
}

/** Tells the provider for what the holder agreed; it asks for twenty letters or more. */
const REASON = 'To verify the identity of a person who asks for a loan';

/** An answer has a few hundred letters. */
const MOST_BYTES = 64 * 1024;

const tokenAnswer = z.object({ data: z.object({ access_token: z.string().min(1) }) });

/** The fields of an answer that are read. */
const checkAnswer = z.object({
  transaction_id: z.string().max(100).nullish(),
  data: z.object({
    pan: z.string(),
    category: z.string().nullish(),
    status: z.enum(['valid', 'invalid']),
    remarks: z.string().nullish(),
    name_as_per_pan_match: z.boolean().nullish(),
    date_of_birth_match: z.boolean().nullish(),
  }),
});

type CheckAnswer = z.infer<typeof checkAnswer>;

/**
 * Asks through Sandbox Financial Technologies' KYC API, whose name has nothing to do with a sandbox:
 * `POST /authenticate` and `POST /kyc/pan/verify`, as documented at
 * developer.sandbox.co.in/api-reference/authenticate and
 * developer.sandbox.co.in/api-reference/kyc/pan/endpoints/verify_pan_details. The register itself
 * answers only companies that its operators have admitted, by an interface that is not published.
 */
export function makePanRegister(access: PanRegisterAccess): PanRegister {
  let token: string | null = null;

  const authenticate = async (): Promise<string> => {
    const { status, text } = await post(access, '/authenticate', {
      'x-api-secret': access.apiSecret,
    });
    if (status !== 200) throw new NoPanAnswer(`pan register sign-in answered ${status}`);

    return read('sign-in', tokenAnswer, text).data.access_token;
  };

  /** Signs in again once when the token has ended: it lives a day, or until a newer one is made. */
  const ask = async (question: PanQuestion, isSecondTry: boolean): Promise<CheckAnswer> => {
    token ??= await authenticate();
    const used = token;

    // Without the word Bearer, as documented.
    const headers = { authorization: used };
    const { status, text } = await post(access, '/kyc/pan/verify', headers, toBody(question));
    if ((status === 401 || status === 403) && !isSecondTry) {
      if (token === used) token = null;
      return ask(question, true);
    }
    if (status !== 200) throw new NoPanAnswer(`pan register check answered ${status}`);

    return read('check', checkAnswer, text);
  };

  return {
    name: 'pan-register',
    check: async (question) => toAnswer(await ask(question, false), question),
  };
}

const toBody = ({ pan, name, birthDay }: PanQuestion): object => ({
  '@entity': 'in.co.sandbox.kyc.pan_verification.request',
  pan,
  name_as_per_pan: name,
  date_of_birth: birthDay.split('-').reverse().join('/'),
  consent: 'Y',
  reason: REASON,
});

function toAnswer({ data, transaction_id }: CheckAnswer, question: PanQuestion): PanAnswer {
  // An answer about another number says nothing of this one.
  if (data.pan.toUpperCase() !== question.pan)
    throw new NoPanAnswer('pan register check answered about another number');

  return { differences: findDifferences(data), ref: transaction_id ?? null };
}

function findDifferences(data: CheckAnswer['data']): PanDifference[] {
  if (/deceased/i.test(data.remarks ?? '')) return ['deceased'];
  if (data.status === 'invalid') {
    const isEnded = /delete|deactivat|fake/i.test(data.remarks ?? '');
    return [isEnded ? 'ended' : 'unknown'];
  }

  const { category, name_as_per_pan_match: isName, date_of_birth_match: isDay } = data;
  if (typeof isName !== 'boolean' || typeof isDay !== 'boolean')
    throw new NoPanAnswer('pan register check did not say whether name and birth date agree');

  const differences: [PanDifference, boolean][] = [
    ['not_a_person', category != null && category.toLowerCase() !== 'individual'],
    ['name', !isName],
    ['birthDay', !isDay],
  ];
  return differences.filter(([, differs]) => differs).map(([difference]) => difference);
}

/** Sent once, never repeated here: the caller asks again later. */
async function post(
  { baseUrl, apiKey, timeoutMs }: PanRegisterAccess,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(new URL(path, baseUrl), {
      method: 'POST',
      headers: {
        ...headers,
        accept: 'application/json',
        'x-api-key': apiKey,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    const bytes = await readBounded(response, MOST_BYTES);

    return { status: response.status, text: bytes.toString('utf8') };
  } catch (cause) {
    // The cause may quote the address, which holds nothing of a person, and never the body.
    throw new NoPanAnswer(`pan register ${path} gave no answer`, { cause });
  }
}

const read = <T>(what: string, schema: z.ZodType<T>, text: string): T =>
  parseAnswer(schema, text, (why) => new NoPanAnswer(`pan register ${what} ${why}`));
