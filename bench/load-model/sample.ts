import { OrderStatus } from '@noren/core/lending/order-status';
import type { Client } from 'pg';
import { namedStatement } from '../named-statement.ts';
import { copyField } from './copy-borrowers.ts';
import { openSessions } from './sessions.ts';

/** A running loan and who owes it. */
export interface Loan {
  readonly userId: string;
  readonly repayId: string;
}

/** Copied users in random order, signed in. */
export interface Sample {
  /** Those who owe nothing and may apply. */
  readonly free: string[];
  /** Running loans that are not overdue. */
  readonly loans: Loan[];
}

/** What calls and jobs decrypt of a user who takes a loan. */
const READ_FIELDS = [
  'personal_info.info_enc',
  'bank_accounts.account_enc',
  'bank_accounts.holder_name_enc',
  'users.phone_enc',
] as const;

/** A user and the person of whom the user is a copy. */
const COPIES = `users u join unnest(:people::uuid[]) as p(person)
  on left(u.user_id::text, 24) = left(p.person::text, 24) and u.user_id <> p.person`;

const OWING = [OrderStatus.disbursing, OrderStatus.active, OrderStatus.overdue].join(', ');

const TAKE_FREE = namedStatement<'people' | 'count'>(`
  select u.user_id as "userId", person from ${COPIES}
  where not exists (
    select from orders o where o.user_id = u.user_id and o.status in (${OWING}))
  order by random() limit :count`);

const TAKE_LOANS = namedStatement<'people' | 'count'>(`
  select u.user_id as "userId", o.repay_id as "repayId"
  from ${COPIES} join orders o on o.user_id = u.user_id
  where o.status = ${OrderStatus.active} order by random() limit :count`);

/** Takes so many users of each kind, or fewer where there are not as many. */
export async function takeSample(
  db: Client,
  { people, count }: { people: readonly string[]; count: number },
): Promise<Sample> {
  const taken = await db.query<{ userId: string; person: string }>(TAKE_FREE({ people, count }));
  const { rows: loans } = await db.query<Loan>(TAKE_LOANS({ people, count }));
  const free = taken.rows.map(({ userId }) => userId);

  for (const [of, copies] of Map.groupBy(taken.rows, ({ person }) => person))
    for (const field of READ_FIELDS)
      await copyField(db, field, { of, to: copies.map(({ userId }) => userId) });

  await openSessions(db, [...free, ...loans.map(({ userId }) => userId)]);

  return { free, loans };
}
