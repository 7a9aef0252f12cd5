import { levelCeiling } from '@noren/core/lending/level-ceilings';
import { paise } from '@noren/core/money/money';
import { listHeldByLevel } from '../../lending/credit/held-by-level-store.ts';
import { listCeilings } from '../../lending/credit/level-ceilings-store.ts';
import { notify } from '../../notifications/store.ts';
import type { Deps } from '../../platform/deps.ts';

const BATCH = 200;

/**
 * Job: tells people whose cards were only seen, once, that their limit stays and that a new loan
 * above the ceiling needs a step. Each is notified in a transaction of its own.
 */
export async function notifyHeldByLevel(deps: Deps): Promise<void> {
  const { isSandbox, maxLoanPaise } = deps.appConfig;
  const ceiling = levelCeiling('document_seen', {
    day: deps.today(),
    mode: isSandbox ? 'sandbox' : 'production',
    lenderRows: await listCeilings(deps.db),
    maxLoan: paise(maxLoanPaise),
  });
  let notified = 0;

  for (let after: string | null = null; ; ) {
    const userIds = await listHeldByLevel(deps.db, { ceiling, after, limit: BATCH });
    for (const userId of userIds)
      await deps.db.transaction().execute((tx) =>
        notify(tx, deps, {
          userId,
          kind: 'identity_step',
          reference: 'document_seen',
          values: {},
        }),
      );

    notified += userIds.length;
    after = userIds.at(-1) ?? null;
    if (userIds.length < BATCH) break;
  }

  if (notified > 0)
    deps.log.info({ notified }, 'people notified of the step to a higher identity level');
}
