import type { AnswerOf } from '@noren/contract/call';
import type { creditReplay } from '@noren/contract/staff/scorecard';
import { assess, computeMaxPoints, type Scorecard } from '@noren/core/lending/scorecard';
import { canonicalJson } from '@noren/core/people/canonical-json';
import { listScorecards } from '../../lending/credit/scorecard-store.ts';
import type { Db } from '../../platform/db/db.ts';
import { recordStaffAct } from '../../platform/staff/audit-chain-store.ts';
import type { StaffCtx } from '../../platform/staff/staff-handler.ts';
import { listUserEvaluations, type StoredEvaluation } from './products-store.ts';

const MOST = 50;
type Replay = AnswerOf<typeof creditReplay>;

/**
 * A person's evaluations, each computed again by the card that decided it. The read is recorded.
 */
export async function answerReplay(
  { staff, now }: StaffCtx,
  db: Db,
  userId: string,
): Promise<Replay> {
  const cards = new Map((await listScorecards(db)).map(({ card }) => [card.version, card]));
  const stored = await listUserEvaluations(db, userId, MOST);
  const { staffId } = staff;

  await recordStaffAct(db, { at: now, staffId, action: 'evaluations_read', userId });

  return {
    rows: stored.map((evaluation) => toReplay(evaluation, cards.get(evaluation.cardVersion))),
    next: null,
  };
}

function toReplay(
  { evaluationId, at, cardVersion, inputs, decision }: StoredEvaluation,
  card: Scorecard | undefined,
) {
  const most = new Map(card?.rows.map((row) => [row.id, computeMaxPoints(row)]));

  return {
    evaluationId,
    at,
    cardVersion,
    outcome: decision.outcome,
    limitPaise: decision.limit as number,
    reasons: [...decision.reasons],
    total: decision.total,
    declineBelow: card?.declineBelow ?? 0,
    reviewBelow: card?.reviewBelow ?? 0,
    points: decision.points.map(({ id, points }) => ({ id, points, most: most.get(id) ?? points })),
    isReplayed:
      card !== undefined && canonicalJson(assess(inputs, card)) === canonicalJson(decision),
  };
}
