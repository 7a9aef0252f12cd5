import * as z from 'zod/mini';
import { type Call, call } from './call.ts';
import { creditInfo, productList } from './loans.ts';
import { userStatus } from './login.ts';
import { billList } from './orders.ts';
import { carousel } from './public.ts';
import { realName } from './real-name.ts';
import { repayDetail } from './repayment.ts';

/** A call of a screen's first view. */
export interface FirstViewCall {
  readonly call: Call;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The path parameter whose value is the second segment of the address. */
  readonly pathParam?: string;
  /** The screen can be shown without its answer. */
  readonly isOptional?: true;
}

/** The calls that a daily screen makes at its start, by the first segment of its address. */
export const FIRST_VIEWS: Readonly<Record<string, readonly FirstViewCall[]>> = {
  home: [
    { call: userStatus },
    { call: creditInfo },
    { call: billList, query: { borrowType: '0' } },
    { call: productList, params: { param: 'home' } },
    { call: carousel, isOptional: true },
    { call: realName, isOptional: true },
  ],
  order: [
    { call: userStatus },
    { call: billList, query: { borrowType: '0' } },
    { call: billList, query: { borrowType: '1' } },
  ],
  repay: [{ call: userStatus }, { call: repayDetail, pathParam: 'repayId' }],
};

const calledAnswer = z.object({
  /** Path and query of the call. */
  address: z.string(),
  /** Its envelope, as it would answer by itself. */
  answer: z.object({ code: z.int(), msg: z.string(), data: z.unknown() }),
});

export type CalledAnswer = z.infer<typeof calledAnswer>;

/**
 * A daily screen's first calls in one, and the screen as HTML made from their answers: a slow phone
 * shows it before it has run the app, which then takes over the same elements (decision 045).
 */
export const firstView = call({
  method: 'GET',
  path: '/api/user/user/firstView',
  who: 'borrower',
  query: z.object({
    /** The address of the screen in the app. */
    at: z.string().check(z.maxLength(200), z.regex(/^\/(home|order|repay\/[\w-]+)(\?\S*)?$/, 'at')),
    /** The caller's build: HTML is only for the same. */
    build: z.optional(z.string().check(z.maxLength(40))),
    /** Whether Home hides the user's amounts on this phone. */
    hidesAmounts: z.optional(z.enum(['1'])),
  }),
  response: z.object({
    answers: z.array(calledAnswer),
    /** Null where a call that the screen needs was refused, or the caller is another build. */
    html: z.nullable(z.string()),
  }),
  added: true,
});
