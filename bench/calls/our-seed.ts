import type { Database } from '../database.ts';
import { makeBorrower } from '../load-model/borrower.ts';
import { copyBorrowers, copyField, listCopies } from '../load-model/copy-borrowers.ts';
import { control, moveDays, startOurs } from '../load-model/our-server.ts';
import { openSessions } from '../load-model/sessions.ts';
import { namedStatement } from '../named-statement.ts';
import type { Loan } from './our-side.ts';

/** The age in days of the loans that are paid and read: each of their days is posted. */
const LOAN_DAYS = 7;
const LOAN = { productCode: 'N15', principalPaise: 500_000 };

/** What calls and jobs decrypt of a user who takes a loan. */
const READ_FIELDS = [
  'personal_info.info_enc',
  'bank_accounts.account_enc',
  'bank_accounts.holder_name_enc',
  'users.phone_enc',
] as const;

const READ_LOANS = namedStatement<'userIds'>(
  'select repay_id from orders where user_id = any(:userIds::uuid[]) order by user_id',
);

const COUNT_ENTRIES = namedStatement<'userId'>(
  'select count(*)::int as n from entries where user_id = :userId',
);

/**
 * The seeded users: 1 to `users` have a limit and no loan; as many after them have an active loan.
 */
export interface SeedData {
  readonly users: number;
  /** How many days our business day is ahead of the clock. */
  readonly daysAhead: number;
  /** The loans of the second group. */
  readonly loans: readonly Loan[];
  /** Journal entries behind each loan. */
  readonly entries: number;
}

/**
 * Creates two users on our server, a certified one and one with a loan, then copies each with all
 * their rows.
 */
export async function seedOurs(database: Database, users: number): Promise<SeedData> {
  const { db, url: databaseUrl, folder } = database;
  const server = await startOurs({ databaseUrl, folder, role: 'all' });
  const people: string[] = [];

  try {
    const { port } = server;
    await makeBorrower(port);
    people.push((await makeBorrower(port)).userId);

    const borrower = await makeBorrower(port);
    people.push(borrower.userId);
    await borrower.apply(LOAN);
    await control(port, 'settle', { forMs: 60_000 });
    await moveDays(port, LOAN_DAYS);
  } finally {
    await server.stop();
  }

  await copyBorrowers(db, { people, from: 1, to: users });

  for (const [at, person] of people.entries()) {
    const copies = listCopies(person, 1, users);
    if (at === 0)
      for (const field of READ_FIELDS) await copyField(db, field, { of: person, to: copies });
    await openSessions(db, copies, 1 + at * users);
  }

  await db.query('vacuum (analyze) sessions, personal_info');

  const loans = await db.query<{ repay_id: string }>(
    READ_LOANS({ userIds: listCopies(people[1]!, 1, users) }),
  );
  const entries = await db.query<{ n: number }>(COUNT_ENTRIES({ userId: people[1] }));

  return {
    users,
    daysAhead: LOAN_DAYS,
    loans: loans.rows.map((row, index) => ({ user: users + 1 + index, repayId: row.repay_id })),
    entries: entries.rows[0]?.n ?? 0,
  };
}
