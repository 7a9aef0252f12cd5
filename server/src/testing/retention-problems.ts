import { checkRetention } from '../processes/self-checks/check-retention.ts';
import type { TestApp } from './start-app.ts';

/** What the self-check finds kept for too long. */
export async function findRetentionProblems({ deps }: TestApp): Promise<readonly string[]> {
  const { problems } = await deps.db
    .transaction()
    .execute((tx) => checkRetention(tx, { today: deps.today(), now: deps.now() }));

  return problems;
}
