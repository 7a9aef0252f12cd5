import { addDays } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import type { JobTable } from '../../platform/jobs/jobs.ts';
import { useApp } from '../../testing/use-app.ts';
import { onCurrentDay, openSandboxDay } from './business-day.ts';

const app = await useApp();

test('a day that another process moved is the day of the next job, and never goes back', async () => {
  const { db, now } = app.deps;
  const [page, jobs] = [await openSandboxDay(db, now), await openSandboxDay(db, now)];
  const began = jobs.today();
  const seen: string[] = [];
  const work = async (): Promise<void> => {
    seen.push(jobs.today());
  };
  const table = onCurrentDay(jobs, {
    'close-missed-days': work,
    'self-check': work,
  } as unknown as JobTable);

  await page.moveForward(3);
  await table['close-missed-days'](app.deps, {});
  // Both move it: what either adds, both have.
  expect(await jobs.moveForward(2)).toBe(addDays(began, 5));
  await page.recheck();
  expect([seen, page.today()]).toEqual([[addDays(began, 3)], addDays(began, 5)]);
});

test('the day moves with what follows from it or not at all, and never more than ten years ahead', async () => {
  const { db, now } = app.deps;
  const day = await openSandboxDay(db, now);
  const before = day.today();
  const fail = async (): Promise<void> => {
    throw new Error('no');
  };

  await expect(day.moveForward(1, fail)).rejects.toThrow('no');
  await day.recheck();
  expect(day.today()).toBe(before);

  let reached = day.daysAhead();
  while ((await day.moveForward(366)) !== null) reached += 366;
  expect(await day.moveForward(366)).toBeNull();
  expect([day.daysAhead(), reached > 3_650 - 366]).toEqual([reached, true]);
});
