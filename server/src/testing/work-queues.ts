import type { WorkItem } from '@noren/contract/staff/work';
import { aBorrowerInReview } from './reviews.ts';
import { type StaffClient, useConsole } from './staff.ts';
import { useApp } from './use-app.ts';

/** Staff, and what waits for them. */
export async function useWork() {
  const app = await useApp();
  const desk = await useConsole(app);

  const inReview = () => aBorrowerInReview(app, {}, ['pan_differs']);

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
