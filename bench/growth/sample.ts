import { randomInt } from 'node:crypto';
import { OrderStatus } from '@noren/core/lending/order-status';
import type { Client } from 'pg';
import type { Loan } from '../calls/our-side.ts';
import { copyField, copyOfId } from '../load-model/copy-borrowers.ts';
import { openSessions } from '../load-model/sessions.ts';
import { namedStatement } from '../named-statement.ts';

/** Users taken at random from all copies, by the numbers of the sessions opened for them now. */
export interface Sample {
  /** Those who owe nothing and may apply. */
  readonly free: readonly number[];
  /** Running loans that are not overdue, of others. */
  readonly loans: readonly Loan[];
}

interface Person {
  readonly user_id: string;
  readonly repay_id: string | null;
  readonly owes: boolean;
}

const OWING = [OrderStatus.disbursing, OrderStatus.active, OrderStatus.overdue].join(', ');

const READ_PEOPLE = namedStatement<'people'>(`
  select u.user_id, bool_or(o.status in (${OWING})) as owes,
    max(o.repay_id) filter (where o.status = ${OrderStatus.active}) as repay_id
  from users u left join orders o using (user_id)
  where u.user_id = any(:people::uuid[]) group by 1 order by 1`);

/**
 * Takes as many users of each kind, or fewer where there are not three times as many; `used` has
 * who was taken before and is not taken again.
 */
export async function takeSample(
  db: Client,
  options: { people: readonly string[]; copies: number; count: number; used: Set<string> },
): Promise<Sample> {
  const first = options.used.size + 1;
  const { rows } = await db.query<Person>(READ_PEOPLE({ people: options.people }));
  const free = choose(
    rows.filter(({ owes }) => !owes),
    options,
  );
  const owing = choose(
    rows.filter(({ repay_id }) => repay_id !== null),
    options,
  );

  for (const [person, copies] of Map.groupBy(free, ({ user_id }) => user_id))
    await copyField(db, 'personal_info.info_enc', {
      of: person,
      to: copies.map(({ userId }) => userId),
    });

  await openSessions(
    db,
    [...free, ...owing].map(({ userId }) => userId),
    first,
  );

  return {
    free: free.map((_, index) => first + index),
    loans: owing.map(({ repay_id, copy }, index) => ({
      user: first + free.length + index,
      repayId: `${repay_id}X${copy.toString(16).toUpperCase().padStart(6, '0')}`,
    })),
  };
}

function choose(
  people: readonly Person[],
  { copies, count, used }: { copies: number; count: number; used: Set<string> },
): (Person & { userId: string; copy: number })[] {
  const chosen: (Person & { userId: string; copy: number })[] = [];
  const wanted = Math.min(count, Math.floor((people.length * copies) / 3));
  if (wanted === 0) throw new Error('no users left: set more --orders');

  while (chosen.length < wanted) {
    const person = people[randomInt(people.length)]!;
    const copy = 1 + randomInt(copies);
    const userId = copyOfId(person.user_id, copy);
    if (used.has(userId)) continue;

    used.add(userId);
    chosen.push({ ...person, copy, userId });
  }

  return chosen;
}
