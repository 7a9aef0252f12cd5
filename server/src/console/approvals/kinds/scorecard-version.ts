import type { RefusalInput } from '@noren/contract/staff/refusals';
import { checkScorecard } from '@noren/core/lending/scorecard-bounds';
import { paise } from '@noren/core/money/money';
import { isBusinessDay } from '@noren/core/money/time';
import { insertScorecard, listScorecards } from '../../../lending/credit/scorecard-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind, RequestOfKind } from './kind.ts';

/**
 * Adds a version of the scorecard, which decides from a day on. Decisions before that keep the
 * version they were made by.
 */
export const scorecardVersion: Kind<'scorecard_version'> = {
  subject: () => 'scorecard',
  execute: saveScorecardVersion,
};

/**
 * @throws OperatorError unless it is the next version, takes effect after today and after the one
 * before, and is whole
 */
async function saveScorecardVersion(
  tx: Tx,
  deps: Deps,
  { detail }: RequestOfKind<'scorecard_version'>,
): Promise<void> {
  const { card, effectiveFrom } = detail;
  const refuse = (refusal: RefusalInput) => new OperatorError('not_possible', refusal);
  const versions = await listScorecards(tx);
  const [newest] = versions;
  if (!newest) throw new Error('there is no scorecard');
  if (!isBusinessDay(effectiveFrom) || effectiveFrom <= deps.today())
    throw refuse('version_day_past');
  if (effectiveFrom <= newest.effectiveFrom)
    throw refuse({
      reason: 'card_day_too_early',
      version: newest.card.version,
      effectiveFrom: newest.effectiveFrom,
    });

  const next = `${effectiveFrom.slice(0, 7)}/${versions.length + 1}`;
  if (card.version !== next) throw refuse({ reason: 'card_version_not_next', version: next });

  const faults = checkScorecard(card, newest.card, paise(deps.appConfig.maxLoanPaise));
  if (faults.length > 0)
    throw refuse({ reason: 'terms_faulty', faults: faults.map(({ fault }) => fault) });

  await insertScorecard(tx, card, effectiveFrom);
}
