import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { compileOnce, toPgQuery } from './statements.ts';

test('a fragment is compiled once with those inside it, and one with values is refused', () => {
  const isShort = compileOnce(sql`o.tenor_days in (${sql.join([sql.lit(7), sql.lit(14)])})`);
  expect(toPgQuery(sql`select ${isShort} from orders o where o.order_id = ${'A'}`)).toEqual({
    text: 'select o.tenor_days in (7, 14) from orders o where o.order_id = $1',
    values: ['A'],
  });

  expect(() => compileOnce(sql`o.order_id = ${'A'}`)).toThrow(TypeError);
});
