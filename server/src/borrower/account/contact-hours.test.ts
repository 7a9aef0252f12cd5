import { CALLS } from '@noren/contract/index';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeMissedDays } from '../../processes/close-of-day/close-of-day.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { anActiveLoan, runJobs } from '../../testing/loans.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const HOUR = 3_600_000;
let app: TestApp;

beforeEach(async () => {
  app = await startApp();
});

afterEach(() => app.stop());

const view = async ({ client }: SignedInUser) =>
  successData(await client.send(CALLS.viewContactHours, {})).window;

const save = async ({ client }: SignedInUser, window: 'any' | 'evening') =>
  successData(await client.send(CALLS.saveContactHours, { body: { window } }));

test('each borrower chooses their own hours, and chooses again', async () => {
  const [who, other] = [await aSignedInUser(app), await aSignedInUser(app)];
  expect(await view(who)).toBe('any');
  await save(who, 'evening');
  expect([await view(who), await view(other)]).toEqual(['evening', 'any']);
  await save(who, 'any');
  expect(await view(who)).toBe('any');

  const body = { window: 'night' as 'any' };
  expect((await who.client.send(CALLS.saveContactHours, { body })).code).toBe(400);
});

test('a reminder waits for the hours its borrower prefers, and only theirs', async () => {
  const people = [await aSignedInUser(app), await aSignedInUser(app)] as const;
  for (const who of people) await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await save(people[0], 'evening');

  const reminders = () =>
    Promise.all(
      people.map(async ({ phone }) =>
        (await readSandboxMessages(app.deps.db, phone))
          .map(({ template }) => template)
          .filter((template) => template === 'due_soon'),
      ),
    );

  app.moveDays(5);
  await closeMissedDays(app.deps);
  await runJobs(app, { delayed: true });
  expect(await reminders()).toEqual([[], ['due_soon']]);

  // 16:30 in India.
  const inIndia = new Date(app.deps.now() + 5.5 * HOUR);
  const hours = inIndia.getUTCHours() + inIndia.getUTCMinutes() / 60;
  app.advance((16.5 - hours) * HOUR);
  await runJobs(app, { delayed: true });
  expect(await reminders()).toEqual([['due_soon'], ['due_soon']]);
});
