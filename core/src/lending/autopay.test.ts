import { describe, expect, test } from 'vitest';
import type { DebitStop } from '../money/mandate-states.ts';
import { paise, rupees } from '../money/money.ts';
import { businessDay, instantOfDayStart } from '../money/time.ts';
import {
  type DebitFacts,
  debitTimes,
  debitValueDay,
  lastDebitDay,
  lastLookAt,
  mandateLastDay,
  mandateMost,
  mayAskForMandate,
  presentFrom,
  presentFromDelivery,
  silentDebitMost,
  stopDebit,
} from './autopay.ts';
import { defaultProducts } from './terms.ts';

const HOUR = 3_600_000;
const due = businessDay('2026-12-10');
const at = (hour: number, day = due) => instantOfDayStart(day) + hour * HOUR;
const { penal, extension } = defaultProducts[1]!;

describe('the mandate', () => {
  test('is for what the key facts say and the penal charge of all days', () => {
    expect(mandateMost({ totalRepayable: rupees(10_150), penal })).toBe(rupees(10_454.5));
    expect(mandateMost({ totalRepayable: paise(1), penal })).toBe(1);
    expect(mandateMost({ totalRepayable: rupees(100), penal: { ...penal, maxDays: 0 } })).toBe(
      rupees(100),
    );
  });

  test('runs out a week after the last due date there can be', () => {
    expect(mandateLastDay(due, extension)).toBe('2027-01-16');
    expect(mandateLastDay(due, { ...extension, days: [] })).toBe('2026-12-17');
  });

  test('debits silently up to ₹15,000, by the row in force', () => {
    expect(silentDebitMost(due)).toBe(rupees(15_000));
    expect(() => silentDebitMost(businessDay('2026-04-20'))).toThrow(RangeError);
  });

  test('can be asked for while its approval leaves time for the announcement', () => {
    const last = debitTimes(due).announceUntil - HOUR;
    expect(mayAskForMandate(due, last)).toBe(true);
    expect(mayAskForMandate(due, last + 1)).toBe(false);
  });
});

describe('the times of a debit', () => {
  test('it is announced two days before, and the last one a day before', () => {
    const { announceFrom, announceUntil, presentUntil } = debitTimes(due);
    expect(announceFrom).toBe(at(9, businessDay('2026-12-08')));
    expect(at(21) - announceUntil).toBeGreaterThanOrEqual(24 * HOUR);
    expect(presentUntil).toBe(at(21, businessDay('2026-12-12')));
    expect(lastDebitDay(due)).toBe('2026-12-12');
  });

  test.each([
    ['in time', at(9, businessDay('2026-12-08')), at(9)],
    ['at the last instant', debitTimes(due).announceUntil, at(21)],
  ])('it is presented at least 24 hours after an announcement %s', (_, announcement, from) => {
    expect(presentFrom(due, announcement)).toBe(from);
    expect(presentFrom(due, announcement) - announcement).toBeGreaterThanOrEqual(24 * HOUR);
  });

  test('it is presented 24 hours after its announcement was delivered', () => {
    expect(presentFromDelivery(due, at(10, businessDay('2026-12-09')))).toBe(at(10));
  });

  test('it is looked at again while it can be announced again', () => {
    expect(lastLookAt(due)).toBeLessThan(debitTimes(due).announceUntil);
    expect(lastLookAt(due)).toBeGreaterThan(debitTimes(due).announceFrom);
  });

  test('one that came late counts for its due date, an early one for its own day', () => {
    expect(debitValueDay({ dueDay: due, paidDay: businessDay('2026-12-15') })).toBe(due);
    expect(debitValueDay({ dueDay: due, paidDay: businessDay('2026-12-09') })).toBe('2026-12-09');
  });
});

describe('a debit is presented only if nothing stops it', () => {
  const mandate: DebitFacts['mandate'] = {
    state: 'confirmed',
    isPaused: false,
    mostPaise: rupees(10_454.5),
  };
  const loan: DebitFacts['loan'] = {
    isLent: true,
    dueDay: due,
    owedPaise: rupees(10_150),
    isCoolingOff: false,
    isHeld: false,
  };
  const debit = { dueDay: due, amountPaise: rupees(10_150) };

  test('nothing stops it', () => {
    expect(stopDebit({ mandate, loan }, debit)).toBeNull();
  });

  test.each<[DebitStop, Partial<DebitFacts['mandate']>, Partial<DebitFacts['loan']>]>([
    ['not_confirmed', { state: 'asked' }, {}],
    ['paused_by_payer', { state: 'paused_by_payer' }, {}],
    ['mandate_over', { state: 'ended' }, {}],
    ['mandate_over', { state: 'refused' }, {}],
    ['paused', { isPaused: true }, {}],
    ['not_lent', {}, { isLent: false }],
    ['nothing_owed', {}, { owedPaise: 0 }],
    ['due_day_moved', {}, { dueDay: businessDay('2026-12-25') }],
    ['due_day_moved', {}, { dueDay: undefined }],
    ['cooling_off', {}, { isCoolingOff: true }],
    ['waiting_for_us', {}, { isHeld: true }],
    ['amount_changed', {}, { owedPaise: rupees(10_149) }],
    ['above_most', { mostPaise: rupees(10_149.99) }, {}],
  ])('%s', (stop, ofMandate, ofLoan) => {
    const facts = { mandate: { ...mandate, ...ofMandate }, loan: { ...loan, ...ofLoan } };
    expect(stopDebit(facts, debit)).toBe(stop);
  });

  test('more may be owed than was announced: the debit stays as it was announced', () => {
    expect(stopDebit({ mandate, loan: { ...loan, owedPaise: rupees(10_160) } }, debit)).toBeNull();
  });
});
