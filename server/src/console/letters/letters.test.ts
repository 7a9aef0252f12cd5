import { CALLS } from '@noren/contract/index';
import { addDays, addMonths, daysBetween } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { giveRenewalReminders } from '../../processes/close-of-day/give-renewal-reminders.ts';
import { startMovingApp } from '../../testing/moving-clock-app.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { useConsole } from '../../testing/staff.ts';
import { aSignedInUser, HOME, type SignedInUser, successData } from '../../testing/users.ts';

const { app, later } = await startMovingApp();
const desk = await useConsole(app);
const reviewer = await desk.enrolled('Ruth Letters', ['reviewer']);

const today = () => app.deps.today();

/** Somebody for whom the first letter was put on the list today. */
async function aLetter(language: 'en' | 'hi' = 'en') {
  const who = await aSignedInUser(app, { language });
  const dueDay = addMonths(today(), 24);
  for (const day of [-60, -45]) {
    later(daysBetween(today(), addDays(dueDay, day)));
    await giveRenewalReminders(app.deps);
  }
  return { who, key: { userId: who.userId, dueDay, reminder: 'before_2' as const } };
}

const listed = async (who: SignedInUser) =>
  (await reviewer.data('lettersToPost', { query: {} })).rows.filter(
    ({ userId }) => userId === who.userId,
  );

const posted = (postedDay: string) => ({ kind: 'posted' as const, postedDay });

test('a letter is listed, printed with name and address, and recorded once as posted', async () => {
  const { who, key } = await aLetter();
  expect(await listed(who)).toMatchObject([{ ...key, givenDay: today(), hasAddress: true }]);

  const printed = await reviewer.data('renewalLetter', { params: key });
  const { text } = await readPdf(printed as unknown as Buffer);
  for (const part of [HOME.street, HOME.district, 'Maharashtra', 'Please confirm your details'])
    expect(text).toContain(part);

  await reviewer.data('handleLetter', { body: { ...key, outcome: posted(today()) } });
  expect(await listed(who)).toEqual([]);
  const again = await reviewer.send('handleLetter', { body: { ...key, outcome: posted(today()) } });
  expect(again.ok ? null : again.error.refusal?.reason).toBe('letter_handled');

  const { renewal } = await reviewer.data('borrower', { params: { userId: who.userId } });
  expect(renewal?.reminders[0]).toMatchObject({ reminder: 'before_2', postedDay: today() });
  expect(renewal?.reminders[0]?.handledBy).toEqual(expect.any(String));
});

test.each([1, -1])('a day of posting %i days from the list is refused', async (days) => {
  const { key } = await aLetter();
  const answer = await reviewer.send('handleLetter', {
    body: { ...key, outcome: posted(addDays(today(), days)) },
  });
  expect(answer.ok ? null : answer.error.refusal?.reason).toBe('letter_day_wrong');
});

test('a letter is in the language of the borrower', async () => {
  const { key } = await aLetter('hi');
  const printed = await reviewer.data('renewalLetter', { params: key });
  const { language, missingGlyphs } = await readPdf(printed as unknown as Buffer);
  expect({ language, missingGlyphs }).toEqual({ language: 'hi', missingGlyphs: 0 });
});

test('without an address nothing is printed, and the reason is recorded', async () => {
  const { who, key } = await aLetter();
  await app.deps.db.deleteFrom('addresses').where('userId', '=', who.userId).execute();
  expect(await listed(who)).toMatchObject([{ hasAddress: false }]);

  const printed = await reviewer.send('renewalLetter', { params: key });
  expect(printed.ok ? null : printed.error.refusal?.reason).toBe('letter_without_address');
  const outcome = { kind: 'unposted' as const, because: 'no_address' as const };
  await reviewer.data('handleLetter', { body: { ...key, outcome } });
  expect(await listed(who)).toEqual([]);
});

test('a letter is void once the borrower has confirmed', async () => {
  const { who, key } = await aLetter();
  successData(await who.client.send(CALLS.confirmDetails, { body: {} }));

  expect(await listed(who)).toEqual([]);
  const answer = await reviewer.send('handleLetter', {
    body: { ...key, outcome: posted(today()) },
  });
  expect(answer.ok ? null : answer.error.refusal?.reason).toBe('letter_handled');
});
