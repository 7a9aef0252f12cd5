import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, instant, paise, uuid } from '../fields.ts';
import { listPage } from './cursor.ts';
import { scorecard } from './terms.ts';

/** Versions of the scorecard, newest first. */
export const scorecardVersions = call({
  method: 'GET',
  path: '/staff/products/scorecards',
  who: { permission: 'products.read' },
  response: z.object({
    rows: z.array(z.object({ card: scorecard, effectiveFrom: day })),
    next: z.nullable(z.string()),
    /** Version in force today. */
    inForce: z.string(),
    maxLoanPaise: paise,
    today: day,
  }),
});

const decision = z.object({
  outcome: z.enum(['approved', 'declined', 'review']),
  limitPaise: paise,
});

/**
 * Back-test: evaluations of the last days decided again by a scorecard; counts and the newest
 * differences.
 */
export const backTest = call({
  method: 'POST',
  path: '/staff/products/scorecards/back-test',
  who: { permission: 'products.read' },
  body: z.object({ card: scorecard, days: z.int().check(z.gte(1), z.lte(730)) }),
  response: z.object({
    judged: z.int(),
    /** Whether older evaluations were left out to bound the work. */
    isCut: z.boolean(),
    same: z.int(),
    /** By outcome before and after, where they differ. */
    changes: z.array(
      z.object({ before: decision.shape.outcome, after: decision.shape.outcome, count: z.int() }),
    ),
    limitsHigher: z.int(),
    limitsLower: z.int(),
    limitsBeforePaise: z.int(),
    limitsAfterPaise: z.int(),
    /** People masked. */
    rows: z.array(
      z.object({
        evaluationId: uuid,
        person: z.string(),
        at: instant,
        cardVersion: z.string(),
        before: decision,
        after: decision,
        reasons: z.array(z.string()),
      }),
    ),
  }),
});

export type BackTestRow = z.infer<typeof backTest.response>['rows'][number];

/**
 * Each evaluation of a person with the points that its own card gave, computed again: why somebody
 * was declined.
 */
export const creditReplay = call({
  method: 'GET',
  path: '/staff/people/{userId}/evaluations',
  who: { permission: 'person.read' },
  params: z.object({ userId: uuid }),
  response: listPage(
    z.object({
      evaluationId: uuid,
      at: instant,
      cardVersion: z.string(),
      outcome: decision.shape.outcome,
      limitPaise: paise,
      reasons: z.array(z.string()),
      total: z.int(),
      declineBelow: z.int(),
      reviewBelow: z.int(),
      points: z.array(z.object({ id: z.string(), points: z.int(), most: z.int() })),
      /** Whether its scorecard still gives the same decision for its stored facts. */
      isReplayed: z.boolean(),
    }),
  ),
});
