import { expect, test } from 'vitest';
import { clashesIn, clashesWith } from './database-clash.ts';

const clash = (constraint: string, table = 'coupons') => ({ code: '23505', constraint, table });

test('a unique violation is known by its constraint and table, also by those of a shard', () => {
  expect(clashesWith(clash('coupons_pkey'), 'coupons_pkey')).toBe(true);
  expect(clashesWith(clash('coupons_pkey_102030'), 'coupons_pkey')).toBe(true);
  expect(clashesIn(clash('coupons_pkey_102030', 'coupons_102030'), 'coupons')).toBe(true);
});

test('another constraint or table, whose name begins alike, is not taken for it, nor another error', () => {
  expect(clashesWith(clash('coupons_pkey_of_campaign'), 'coupons_pkey')).toBe(false);
  expect(clashesIn(clash('x', 'coupons_used_102030'), 'coupons')).toBe(false);
  expect(clashesIn({ code: '23503', table: 'coupons' }, 'coupons')).toBe(false);
  expect(clashesWith(undefined, 'coupons_pkey')).toBe(false);
});
