import pg from 'pg';
import { expect, test } from 'vitest';
import { clashesWith, nameRefusal } from './database-clash.ts';

const clash = (constraint: string) => ({ code: '23505', constraint });

test('a unique violation is known by its constraint, also by that of a shard', () => {
  expect(clashesWith(clash('coupons_pkey'), 'coupons_pkey')).toBe(true);
  expect(clashesWith(clash('coupons_pkey_102030'), 'coupons_pkey')).toBe(true);
});

test('another constraint, whose name begins alike, is not taken for it, nor another error', () => {
  expect(clashesWith(clash('coupons_pkey_of_campaign'), 'coupons_pkey')).toBe(false);
  expect(clashesWith({ code: '23503', constraint: 'coupons_pkey' }, 'coupons_pkey')).toBe(false);
  expect(clashesWith(undefined, 'coupons_pkey')).toBe(false);
});

/** As a coordinator passes a worker's refusal on: without fields. */
function passedOn(code: string, message: string): pg.DatabaseError {
  const error = new pg.DatabaseError(message, message.length, 'error');
  error.code = code;
  nameRefusal(error);
  return error;
}

test('of a refusal that came without names, its words name the constraint, table and column', () => {
  const words = 'duplicate key value violates unique constraint "coupons_pkey_102030"';
  expect(clashesWith(passedOn('23505', words), 'coupons_pkey')).toBe(true);
  expect(
    passedOn('23502', 'null value in column "action" of relation "audit_log_102022" violates …'),
  ).toMatchObject({
    column: 'action',
    table: 'audit_log_102022',
    constraint: undefined,
  });
  expect(passedOn('42601', 'syntax error at or near "constraint "x""').constraint).toBeUndefined();
});
