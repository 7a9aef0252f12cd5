import type { WorkItem } from '@noren/contract/staff/work';
import { evaluateCredit } from '../borrower/loans/evaluate-credit.ts';
import { type StaffClient, useConsole } from './staff.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser } from './users.ts';

/** Staff, and what waits for them. */
export async function useWork() {
  const app = await useApp();
  const desk = await useConsole(app);

  async function inReview(): Promise<SignedInUser> {
    const who = await aSignedInUser(app, { limitPaise: null });
    await app.deps.db
      .updateTable('identities')
      .set({
        state: 'review',
        reasons: JSON.stringify(['pan_differs']),
        savedAt: new Date(app.deps.now()),
      })
      .where('userId', '=', who.userId)
      .execute();
    await evaluateCredit(app.deps, who);

    return who;
  }

  async function readQueue(
    staff: StaffClient,
    query: Record<string, string> = {},
  ): Promise<WorkItem[]> {
    const rows: WorkItem[] = [];
    for (let after: string | undefined; ; ) {
      const page = await staff.data('workList', { query: { ...query, after } });
      rows.push(...page.rows);
      if (page.next === null) return rows;
      after = page.next;
    }
  }

  return { app, desk, inReview, readQueue };
}
