import type { Database } from '../database.ts';
import { apply, makeBorrowers } from '../load-model/borrower.ts';
import { copyBorrowers } from '../load-model/copy-borrowers.ts';
import { moveDays, settle, withOurs } from '../load-model/our-server.ts';
import { type Sample, takeSample } from '../load-model/sample.ts';

/** The age in days of the loans that are paid and read: each of their days is posted. */
export const LOAN_DAYS = 7;
const LOAN = { productCode: 'N15', principalPaise: 500_000 };

/**
 * Creates two users on our server, a certified one and one with a loan, then copies each with all
 * their rows.
 */
export async function seedOurs(database: Database, users: number): Promise<Sample> {
  const { db } = database;
  const people = await withOurs(database, 'all', async ({ port }) => {
    const [free, owing] = await makeBorrowers(db, port, 2);
    await apply(port, owing!, LOAN);
    await settle(port);
    await moveDays(port, LOAN_DAYS);

    return [free!, owing!];
  });

  await copyBorrowers(db, { people, from: 1, to: users });

  const sample = await takeSample(db, { people, count: users });
  await db.query('vacuum analyze');

  return sample;
}
