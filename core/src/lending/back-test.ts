import { assess, type Scorecard, type ScoreDecision, type ScoreInputs } from './scorecard.ts';

/** A stored evaluation: its inputs, outcome and limit. */
export interface PastEvaluation {
  readonly inputs: ScoreInputs;
  readonly outcome: ScoreDecision['outcome'];
  readonly limit: number;
}

/** How a card would decide past evaluations. Amounts in paise. */
export interface BackTest<E extends PastEvaluation> {
  readonly same: number;
  readonly changes: readonly {
    readonly before: ScoreDecision['outcome'];
    readonly after: ScoreDecision['outcome'];
    readonly count: number;
  }[];
  readonly limitsHigher: number;
  readonly limitsLower: number;
  readonly limitsBefore: number;
  readonly limitsAfter: number;
  /** Evaluations that this card decides differently, in the order given. */
  readonly otherwise: readonly { readonly past: E; readonly after: ScoreDecision }[];
}

/** Re-decides past evaluations by a card, from their stored facts. */
export function backTestCard<E extends PastEvaluation>(
  card: Scorecard,
  evaluations: readonly E[],
): BackTest<E> {
  const judged = evaluations.map((past) => ({ past, after: assess(past.inputs, card) }));
  const otherwise = judged.filter(
    ({ past, after }) => past.outcome !== after.outcome || past.limit !== after.limit,
  );
  const counts = new Map<string, BackTest<E>['changes'][number]>();

  for (const { past, after } of otherwise) {
    if (past.outcome === after.outcome) continue;

    const key = `${past.outcome} ${after.outcome}`;
    counts.set(key, {
      before: past.outcome,
      after: after.outcome,
      count: (counts.get(key)?.count ?? 0) + 1,
    });
  }

  return {
    same: judged.length - otherwise.length,
    changes: [...counts.values()].sort((a, b) => b.count - a.count),
    limitsHigher: otherwise.filter(({ past, after }) => after.limit > past.limit).length,
    limitsLower: otherwise.filter(({ past, after }) => after.limit < past.limit).length,
    limitsBefore: evaluations.reduce((total, { limit }) => total + limit, 0),
    limitsAfter: judged.reduce((total, { after }) => total + after.limit, 0),
    otherwise,
  };
}
