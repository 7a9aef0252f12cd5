import type { AnswerOf } from '@noren/contract/call';
import type { backTest } from '@noren/contract/staff/scorecard';
import { backTestCard } from '@noren/core/lending/back-test';
import type { Scorecard } from '@noren/core/lending/scorecard';
import type { Db } from '../../platform/db/db.ts';
import { listEvaluations } from './products-store.ts';

const DAY_MS = 86_400_000;
/** @ASSUMED The most that are judged at once: enough to judge a card by, and under a second. */
const MOST = 5_000;
/** How many of those decided otherwise are listed. */
const LISTED = 200;

/** Judges the evaluations of the last days by a card. */
export async function answerBackTest(
  db: Db,
  { card, days, now }: { card: Scorecard; days: number; now: number },
): Promise<AnswerOf<typeof backTest>> {
  const found = await listEvaluations(db, now - days * DAY_MS, MOST + 1);
  const past = found.slice(0, MOST).map((stored) => ({
    ...stored,
    outcome: stored.decision.outcome,
    limit: stored.decision.limit as number,
  }));
  const { otherwise, limitsBefore, limitsAfter, changes, ...counts } = backTestCard(card, past);

  return {
    ...counts,
    changes: [...changes],
    judged: past.length,
    isCut: found.length > MOST,
    limitsBeforePaise: limitsBefore,
    limitsAfterPaise: limitsAfter,
    rows: otherwise.slice(0, LISTED).map(({ past, after }) => ({
      evaluationId: past.evaluationId,
      person: past.person,
      at: past.at,
      cardVersion: past.cardVersion,
      before: { outcome: past.outcome, limitPaise: past.limit },
      after: { outcome: after.outcome, limitPaise: after.limit },
      reasons: [...after.reasons],
    })),
  };
}
