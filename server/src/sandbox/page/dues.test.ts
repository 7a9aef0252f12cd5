import { expect, test } from 'vitest';
import { closeMissedDays } from '../../processes/close-of-day/close-of-day.ts';
import { anActiveLoan, runJobs } from '../../testing/loans.ts';
import { startMovingApp } from '../../testing/moving-clock-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { readSandboxMessages } from '../phone/store.ts';
import { sendDuesNow, showDues } from './dues.ts';
import { readWaitingDues } from './store.ts';

const { app, later } = await startMovingApp();

test('at night waiting dunning messages are counted and can be sent; by day nothing is shown', async () => {
  const night = { ...app.deps, now: () => Date.parse('2026-11-20T16:00:00Z') };
  const people = [await aSignedInUser(app), await aSignedInUser(app)];

  for (const who of people) await anActiveLoan(app, who);
  expect(showDues(await readWaitingDues(app.deps.db), night.now()).html).toBe('');

  later(15);
  await closeMissedDays(night);
  await runJobs({ deps: night });

  const waiting = await readWaitingDues(app.deps.db);
  expect(showDues(waiting, night.now()).html).toContain(
    'Messages about dues of 2 loans wait until 08:00.',
  );
  expect(showDues(waiting.slice(1), night.now()).html).toContain(
    'A message about dues waits until 08:00.',
  );
  expect(showDues(waiting, Date.parse('2026-11-20T06:30:00Z')).html).toBe('');

  expect(await sendDuesNow(night)).toEqual({ sent: 2 });

  for (const { phone } of people) {
    const messages = await readSandboxMessages(app.deps.db, phone);
    expect(messages.map(({ template }) => template)).toContain('due_today');
  }

  expect(await sendDuesNow(night)).toEqual({ sent: 0 });
});
