import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day } from '../fields.ts';

const count = z.int().check(z.gte(0));
/**
 * People who signed up, and how many of them were certified, applied for a loan and were paid one
 * out since.
 */
const funnel = { signedUp: count, certified: count, applied: count, paidOut: count };

/**
 * Where the people came from who signed up from one day to another, and how long fields took in
 * that time. At most 366 days.
 */
export const signUpSources = call({
  method: 'GET',
  path: '/staff/sources',
  who: { permission: 'products.read' },
  query: z.object({ from: day, to: day }),
  response: z.object({
    from: day,
    to: day,
    everybody: z.object(funnel),
    /**
     * The largest first. `campaign` is null for ad clicks that named none, and in the last row of a
     * long list, which sums so many `smaller` ones.
     */
    campaigns: z.array(
      z.object({ campaign: z.nullable(z.string()), smaller: count, clicks: count, ...funnel }),
    ),
    /** By the questionnaire's answer; people without an answer are not counted. */
    heardFrom: z.array(z.object({ answer: z.string(), ...funnel })),
    /** Visits of form fields, by people who consented to usage records. */
    fields: z.array(z.object({ idName: z.string(), visits: count, people: count, meanMs: count })),
  }),
});
