import { describe, expect, test } from 'vitest';
import { type Paise, rupees } from '../money/money.ts';
import { businessDay } from '../money/time.ts';
import {
  CEILING_LEVELS,
  type CeilingRow,
  ceilingFault,
  ceilingRowOn,
  ceilingRows,
  levelCeiling,
  levelOn,
  levelRoom,
} from './level-ceilings.ts';

const day = businessDay('2026-11-27');
const verified = { identity: 'verified', pan: null, isFullKyc: false } as const;

const aRow = (
  level: CeilingRow['level'],
  ceiling: Paise | null,
  from = '2026-11-27',
): CeilingRow => ({
  level,
  ceiling,
  effectiveFrom: businessDay(from),
  citation: 'Opinion of counsel, 1 November 2026',
});

const rules = (...lenderRows: CeilingRow[]) => ({
  day,
  mode: 'production' as const,
  lenderRows,
  maxLoan: rupees(80_000),
  hasSource: true,
});

describe('the row in force', () => {
  test('is the latest that has started', () => {
    const first = aRow('document_seen', rupees(5_000), '2026-11-01');
    const second = aRow('document_seen', rupees(7_000), '2026-11-27');
    const later = aRow('document_seen', rupees(9_000), '2026-11-28');

    expect(ceilingRowOn('document_seen', rules(second, later, first))).toBe(second);
  });

  test('lends nothing on a picture in production, and a small amount in the sandbox', () => {
    const seen = (mode: 'production' | 'sandbox') =>
      levelCeiling('document_seen', { ...rules(), mode });
    expect([seen('production'), seen('sandbox')]).toEqual([0, rupees(10_000)]);
  });

  test.each(['production', 'sandbox'] as const)('of a former day stays in %s', (mode) => {
    const before = { ...rules(), mode, day: businessDay('2026-11-26') };
    expect(levelCeiling('document_seen', before)).toBe(rupees(80_000));
  });

  test('of a lender comes before one of the program from the same day', () => {
    const from = ceilingRowOn('full', rules()).effectiveFrom;
    const own = aRow('full', rupees(1_000), from);

    expect(ceilingRowOn('full', rules(own))).toBe(own);
  });

  test.each(['production', 'sandbox'] as const)('cites its source in %s', (mode) => {
    for (const { citation } of ceilingRows[mode]) expect(citation).not.toBe('');
    for (const level of CEILING_LEVELS)
      expect(ceilingRowOn(level, { ...rules(), mode }).level).toBe(level);
  });

  test('is missing before the first one starts', () => {
    const before = { ...rules(), day: businessDay('2016-01-01') };
    expect(() => ceilingRowOn('full', before)).toThrow(RangeError);
  });
});

test('nobody of the level none may owe anything', () => {
  expect(levelCeiling('none', rules())).toBe(0);
});

test('no ceiling is above the configured maximum', () => {
  const to = { ...rules(aRow('full', rupees(70_000))), maxLoan: rupees(20_000) };
  expect(levelCeiling('full', to)).toBe(rupees(20_000));
});

describe('the one step to more', () => {
  const seen = { ...verified, source: null };

  test('is the nearest level that allows more', () => {
    expect(levelOn(seen, rules(aRow('document_seen', rupees(10_000))))).toEqual({
      level: 'document_seen',
      ceiling: rupees(10_000),
      most: rupees(10_000),
      next: { level: 'source_checked', step: 'send_card_code', most: rupees(60_000) },
    });
  });

  test('of a card that is compared already is to await the decision', () => {
    const compared = { ...seen, identity: 'review_again', source: 'differs' } as const;
    const { level, next } = levelOn(compared, rules(aRow('document_seen', rupees(10_000))));
    expect(level).toBe('document_seen');
    expect(next).toEqual({ level: 'source_checked', step: 'await_review', most: rupees(60_000) });
  });

  test.each([
    ['verified', 'waiting', 'await_pan'],
    ['verified', 'differs', 'correct_pan'],
    ['review_again', 'differs', 'correct_pan'],
  ] as const)('of a signed card, %s, whose PAN %s is %s', (identity, pan, step) => {
    const signed = { ...seen, identity, source: 'agrees', pan } as const;
    const { level, next } = levelOn(signed, rules(aRow('document_seen', rupees(10_000))));
    expect(level).toBe('document_seen');
    expect(next).toEqual({ level: 'source_checked', step, most: rupees(60_000) });
  });

  test('of a PAN that differs is the card first, where nothing signed confirms it', () => {
    const unsigned = { ...seen, pan: 'differs' } as const;
    const { next } = levelOn(unsigned, rules(aRow('document_seen', rupees(10_000))));
    expect(next).toMatchObject({ step: 'send_card_code' });
  });

  test('passes by a level that allows no more', () => {
    const same = rules(
      aRow('document_seen', rupees(10_000)),
      aRow('source_checked', rupees(10_000)),
    );
    expect(levelOn(seen, same).next).toMatchObject({ level: 'full', step: 'meet_lender' });
  });

  test('is the meeting where this server verifies no source', () => {
    const without = { ...rules(aRow('document_seen', rupees(0))), hasSource: false };
    expect(levelOn(seen, without).next).toMatchObject({
      step: 'meet_lender',
      most: rupees(80_000),
    });
  });

  test('of a checked source is full KYC, which lifts the ceiling of the year', () => {
    expect(levelOn({ ...verified, source: 'agrees' }, rules())).toMatchObject({
      level: 'source_checked',
      most: rupees(60_000),
      next: { level: 'full', most: rupees(80_000) },
    });
  });

  test.each([null, 'review'] as const)('of an identity that is %s is its confirmation', (state) => {
    const facts = { identity: state, source: null, pan: null, isFullKyc: false };
    expect(levelOn(facts, rules(aRow('document_seen', rupees(0)))).next).toEqual({
      level: 'source_checked',
      step: 'confirm_identity',
      most: rupees(60_000),
    });
  });

  test('of a refused identity does not exist', () => {
    const refused = { identity: 'refused', source: null, pan: null, isFullKyc: false } as const;
    expect(levelOn(refused, rules()).next).toBeNull();
  });

  test('does not exist where nothing allows more', () => {
    const small = { ...rules(), maxLoan: rupees(50_000) };
    expect(levelOn({ ...verified, source: 'agrees' }, small).next).toBeNull();
    expect(levelOn({ ...seen, isFullKyc: true }, rules()).next).toBeNull();
  });
});

test.each([
  [10_000, 4_000, 1_000, 5_000],
  [10_000, 10_000, 0, 0],
  [10_000, 15_000, 0, 0],
])('of a ceiling of %i with %i owed and %i held %i is free', (ceiling, owed, held, free) => {
  const use = { owed: rupees(owed), held: rupees(held) };
  expect(levelRoom(rupees(ceiling), use)).toBe(rupees(free));
});

describe("a lender's row is refused", () => {
  const seen = aRow('document_seen', rupees(10_000), '2026-12-01');

  test('for a day that has one already', () => {
    const again = aRow('document_seen', rupees(9_000), '2026-12-01');
    expect(ceilingFault(again, rules(seen))).toBe('day_taken');
  });

  test('above the configured maximum', () => {
    expect(ceilingFault(aRow('full', rupees(80_001), '2026-12-01'), rules())).toBe('above_maximum');
  });

  test('when a higher level would allow less, on a later day too', () => {
    const lower = aRow('source_checked', rupees(9_000), '2026-12-01');
    const later = aRow('source_checked', rupees(9_000), '2027-01-01');
    expect(ceilingFault(seen, rules(lower))).toBe('above_higher_level');
    expect(ceilingFault(seen, rules(later))).toBe('above_higher_level');
  });

  test('when a lower level would allow more', () => {
    const below = aRow('source_checked', rupees(9_000), '2026-12-02');
    expect(ceilingFault(below, rules(seen))).toBe('below_lower_level');
  });

  test('not otherwise', () => {
    expect(ceilingFault(seen, rules())).toBeNull();
    expect(ceilingFault(aRow('source_checked', null, '2026-12-01'), rules(seen))).toBeNull();
  });
});
