import { describe, expect, test } from 'vitest';
import { addDays, businessDay } from '../money/time.ts';
import {
  type GivenReminder,
  isLowerClass,
  latestConfirmedDay,
  REMINDER_PLAN,
  REMINDERS,
  type RenewalFacts,
  reminderDue,
  renewalOn,
  riskClass,
} from './renewal.ts';
import { regulatoryRowOn } from './terms.ts';

const day = businessDay;
const CONFIRMED = day('2026-03-31');
const atDistance: RenewalFacts = { confirmedDay: CONFIRMED, isFullKyc: false, decided: null };
const met = { ...atDistance, isFullKyc: true };
const TODAY = day('2026-11-27');

const decided = (riskClass: 'low' | 'medium' | 'high', fromDay = CONFIRMED): RenewalFacts => ({
  ...met,
  decided: { riskClass, fromDay },
});

describe('the class of risk', () => {
  test.each([
    ['nobody at the lender met the borrower', atDistance, 'high', 'at_a_distance'],
    [
      'that, though staff decided',
      { ...decided('low'), isFullKyc: false },
      'high',
      'at_a_distance',
    ],
    ['full KYC', met, 'medium', 'full_kyc'],
    ['staff lowered it after full KYC', decided('low'), 'low', 'decided'],
    ['staff raised it', decided('high'), 'high', 'decided'],
  ] as const)('after %s', (_, facts, expected, basis) => {
    expect(riskClass(facts)).toEqual({ riskClass: expected, basis });
  });

  test('low is lower than medium, and medium than high', () => {
    expect(isLowerClass('low', 'medium')).toBe(true);
    expect(isLowerClass('medium', 'medium')).toBe(false);
    expect(isLowerClass('high', 'medium')).toBe(false);
  });
});

describe('the date', () => {
  test.each([
    ['high', atDistance, '2028-03-31', '2028-04-01'],
    ['medium', met, '2034-03-31', '2034-04-01'],
    ['low: lending goes on for a year after it', decided('low'), '2036-03-31', '2037-04-01'],
  ] as const)('of %s', (_, facts, dueDay, heldFrom) => {
    expect(renewalOn(facts, TODAY)).toMatchObject({ dueDay, heldFrom, state: 'settled' });
  });

  test('of a confirmation on 29 February it is the last of February', () => {
    const facts = { ...atDistance, confirmedDay: day('2028-02-29') };
    expect(renewalOn(facts, TODAY).dueDay).toBe('2030-02-28');
  });

  test('of a class raised late it leaves the days for all reminders', () => {
    const raised = decided('high', day('2029-06-01'));
    expect(renewalOn(raised, day('2029-06-01'))).toMatchObject({
      dueDay: '2029-07-31',
      state: 'open',
      isHeld: false,
    });
  });

  test.each([
    ['2028-01-30', 'settled', false],
    ['2028-01-31', 'open', false],
    ['2028-03-31', 'open', false],
    ['2028-04-01', 'late', true],
  ])('on %s it is %s', (today, state, isHeld) => {
    expect(renewalOn(atDistance, day(today))).toMatchObject({ state, isHeld });
  });

  test('of low risk that is late does not hold lending', () => {
    expect(renewalOn(decided('low'), day('2037-03-31'))).toMatchObject({
      state: 'late',
      isHeld: false,
    });
    expect(renewalOn(decided('low'), day('2037-04-01')).isHeld).toBe(true);
  });
});

describe('the reminders', () => {
  const dueDay = day('2028-03-31');

  /** Gives what is due on each day from the first to the last. */
  const giveDaily = (from: number, to: number, given: GivenReminder[] = []): GivenReminder[] => {
    for (let at = from; at <= to; at += 1) {
      const today = addDays(dueDay, at);
      const reminder = reminderDue({ dueDay, given }, today);
      if (reminder) given.push({ reminder, givenDay: today });
    }
    return given;
  };

  test('are as many before and after the date as the law counts, with a letter each time', () => {
    const on = (name: Parameters<typeof regulatoryRowOn>[0]) => regulatoryRowOn(name, TODAY).value;
    const before = REMINDERS.filter((one) => REMINDER_PLAN[one].day < 0);
    const after = REMINDERS.filter((one) => REMINDER_PLAN[one].day > 0);
    const letters = (list: typeof before) =>
      list.filter((one) => REMINDER_PLAN[one].channel === 'letter').length;

    expect(before).toHaveLength(on('renewalRemindersBefore'));
    expect(after).toHaveLength(on('renewalRemindersAfter'));
    expect(letters(before)).toBe(on('renewalLettersEach'));
    expect(letters(after)).toBe(on('renewalLettersEach'));
  });

  test('come each on its day, once, and none after the last', () => {
    expect(giveDaily(-200, 400)).toEqual(
      REMINDERS.map((reminder) => ({
        reminder,
        givenDay: addDays(dueDay, REMINDER_PLAN[reminder].day),
      })),
    );
  });

  test('that were missed come a week apart', () => {
    const days = giveDaily(-30, 0).map(({ givenDay }) => givenDay);
    expect(days).toEqual([-30, -23, -14].map((at) => addDays(dueDay, at)));
  });

  test('that say "by then" do not come after the date', () => {
    const given = giveDaily(50, 100).map(({ reminder }) => reminder);
    expect(given).toEqual(['after_1', 'after_2', 'after_3']);
  });
});

test('who confirmed after the latest day looked at is never due a reminder', () => {
  for (let at = 0; at < 800; at += 1) {
    const today = addDays(TODAY, at);
    const confirmedDay = addDays(latestConfirmedDay(today), 1);
    const { dueDay } = renewalOn({ ...atDistance, confirmedDay }, today);
    expect(reminderDue({ dueDay, given: [] }, today)).toBe(null);
  }
});
