import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listColumns } from './column-list.ts';
import { toPgQuery } from './statements.ts';

test('columns are listed with their alias, those of a narrower type by their names', () => {
  const columns = listColumns('orders', 'o', [
    'orderId',
    sql<'2026-11-24'>`due_day`.as('dueDay'),
    'isRepaid',
  ]);
  expect(toPgQuery(columns).text).toBe('o.order_id, o.due_day, o.is_repaid');
});
