import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import { giveEmail, readMailFiles, readMailId } from '../../testing/emails.ts';
import { runJobs } from '../../testing/loans.ts';
import { useMails } from '../../testing/mails.ts';
import { startAndPay } from '../../testing/repayments.ts';
import { type SignedInUser, successData } from '../../testing/users.ts';

const { double, app, aReader, accept, queue, readMails } = await useMails();

const MINUTE = 60_000;
const readStates = async (who: SignedInUser) => (await readMails(who)).map(({ state }) => state);

async function later(minutes: number): Promise<void> {
  app.advance(minutes * MINUTE);
  await runJobs(app, { delayed: true });
}

test('the closing letter and the statement follow when the loan is over, once sealed', async () => {
  const who = await aReader();
  const { repayId } = await accept(who);
  await runJobs(app);
  double.taken.length = 0;
  await startAndPay(app, who, { repayId, kind: 'full' });
  await runJobs(app);
  await later(1);

  const names = double.taken.flatMap((mail) => [...readMailFiles(mail).keys()]);
  const lower = repayId.toLowerCase();
  expect(names.sort()).toEqual([`noren-closing-${lower}.pdf`, `noren-statement-${lower}.pdf`]);
});

test('an address that was corrected or removed meanwhile gets nothing', async () => {
  const who = await aReader();
  await queue(who);
  await giveEmail(app, who);
  await runJobs(app);
  expect(await readMails(who)).toMatchObject([{ state: 'withheld', reason: 'not confirmed' }]);

  const other = await aReader();
  await queue(other);
  successData(await other.client.send(CALLS.removeEmail, { body: {} }));
  await runJobs(app);
  expect(await readStates(other)).toEqual(['withheld']);
  expect(double.taken).toEqual([]);
});

test('greylisting is waited out; a mail without an answer is sent again under the same id', async () => {
  const who = await aReader();
  double.behaviour = { at: 'recipient', says: '450 4.7.1 later' };
  await queue(who);
  await runJobs(app);
  expect(await readMails(who)).toMatchObject([{ state: 'queued', reason: 'smtp_450' }]);
  double.behaviour = 'takes';
  await later(1);
  expect(await readStates(who)).toEqual(['sent']);

  double.taken.length = 0;
  double.behaviour = 'takes_in_silence';
  await queue(who);
  await runJobs(app);
  expect(await readStates(who)).toEqual(['sent', 'unknown']);
  double.behaviour = 'takes';
  for (const minutes of [1, 1]) await later(minutes);
  expect(await readStates(who)).toEqual(['sent', 'sent']);
  const ids = double.taken.map(readMailId);
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('a server that never answers is given up; whether it took a mail stays unknown', async () => {
  const who = await aReader();
  double.behaviour = 'cuts';
  await queue(who);
  await runJobs(app);
  for (const minutes of [1, 1, 1, 5, 1, 15, 1, 60, 1, 240, 1, 600]) await later(minutes);
  expect(await readStates(who)).toEqual(['unknown']);
});

test('no reason of a delivery names the address', async () => {
  const who = await aReader();
  double.behaviour = { at: 'recipient', says: `550 5.1.1 ${who.address} unknown` };
  await queue(who);
  await runJobs(app);
  const rows = await app.deps.db
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('userId', '=', who.userId)
    .execute();
  expect(JSON.stringify(rows)).not.toContain(who.address);
});
