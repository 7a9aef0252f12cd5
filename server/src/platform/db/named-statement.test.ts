import { expect, test } from 'vitest';
import { namedStatement } from './named-statement.ts';

test('a name that occurs twice is one value; casts and quoted text are unchanged', () => {
  const find = namedStatement<'userId' | 'day'>(
    "select 'at:' || :day::text from orders where user_id = :userId::uuid and due_day < :day",
  );
  expect(find({ userId: 'u', day: '2026-11-23' })).toEqual({
    text: "select 'at:' || $1::text from orders where user_id = $2::uuid and due_day < $1",
    values: ['2026-11-23', 'u'],
  });
});

test('null is a value; a missing value throws', () => {
  const find = namedStatement<'id'>('select :id');
  expect(find({ id: null }).values).toEqual([null]);
  expect(() => find({ id: undefined })).toThrow('id');
});
