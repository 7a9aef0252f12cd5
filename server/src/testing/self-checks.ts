import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Deps } from '../platform/deps.ts';
import { closeMissedDays } from '../processes/close-of-day/close-of-day.ts';
import { checkAll, type SelfCheck } from '../processes/self-checks/self-checks.ts';
import { anActiveLoan, anAppliedLoan, readEntries, runJobs } from './loans.ts';
import { writePastTriggers } from './past-triggers.ts';
import { startApp, type TestApp } from './start-app.ts';
import { aSignedInUser, type SignedInUser } from './users.ts';

interface LogLine {
  readonly check?: string;
  readonly examined?: number;
  readonly of?: number;
}

export const failing = (checks: readonly SelfCheck[]) =>
  checks.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`));

export const entry = (account: string, paise: number) =>
  `insert into entries (user_id, journal_id, line, account, amount_paise) values ($user, $disbursement, 99, '${account}', ${paise})`;

export const journal = (kind: string, cause: string, detail = 'null') =>
  `insert into journals (user_id, order_id, kind, value_day, booked_at, cause, detail)
   values ($user, $order, '${kind}', '2026-11-25', now(), '${cause}', ${detail})`;

/** SQL that inserts unclaimed funds posted long ago. */
export const inSuspense = (journalId: string, state: string) => `
  insert into journals (user_id, journal_id, kind, value_day, booked_at, cause) values
    ('00000000-0000-0000-0000-000000000000', '${journalId}', 'unclaimed_payment', '2026-01-01', '2026-01-01', 'sandbox:${journalId}');
  insert into entries (user_id, journal_id, line, account, amount_paise) values
    ('00000000-0000-0000-0000-000000000000', '${journalId}', 1, 'settlement_in', 900),
    ('00000000-0000-0000-0000-000000000000', '${journalId}', 2, 'unclaimed_funds', -900);
  insert into unclaimed_funds (provider, provider_ref, amount_paise, paid_at, found_at, journal_id, state, decided_at)
    values ('sandbox', '${journalId}', 900, '2026-01-01', '2026-01-01', '${journalId}', '${state}',
            ${state === 'open' ? 'null' : "'2026-01-02'"})`;

export const [ONE, TWO] = [
  '019a0000-0000-7000-8000-000000000001',
  '019a0000-0000-7000-8000-000000000002',
];

/** An app whose books a test breaks. */
export async function useSelfChecks() {
  let app: TestApp;
  let who: SignedInUser;
  let orderId: string;
  let disbursement: string;

  /** An overdue loan with its days closed, and a pending order. */
  beforeAll(async () => {
    app = await startApp();
    who = await aSignedInUser(app, { bizStatus: UserStatus.regular });

    const other = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });

    disbursement = (await readEntries(who, repayId)).entries[0]?.journalId ?? '';
    app.moveDays(12);
    await closeMissedDays(app.deps);
    await runJobs(app, { delayed: true });

    const order = await app.deps.db
      .selectFrom('orders')
      .select('orderId')
      .executeTakeFirstOrThrow();
    orderId = order.orderId;
    await anAppliedLoan(other, { rupees: 4_000 });
  });

  afterAll(() => app.stop());

  function recordLog() {
    const logged: LogLine[] = [];
    const note = (line: LogLine): void => void logged.push(line);

    return {
      logged,
      log: {
        ...app.deps.log,
        info: note,
        error: note,
        warn: () => undefined,
      } as unknown as Deps['log'],
    };
  }

  const at = () => ({ today: app.deps.today(), now: app.deps.now() });

  /**
   * Runs the checks after a corrupting statement, then rolls it back.
   * @returns the problems
   */
  async function problemsAfter(statement: string): Promise<string[]> {
    const found: string[] = [];
    const undo = new Error('undone');
    const run = app.deps.db.transaction().execute(async (tx) => {
      await writePastTriggers(tx);

      const filled = statement
        .replaceAll('$user', `'${who.userId}'`)
        .replaceAll('$order', `'${orderId}'`)
        .replaceAll('$disbursement', `'${disbursement}'`);
      await sql.raw(filled).execute(tx);
      found.push(...failing(await checkAll(tx, at())));
      throw undo;
    });

    await expect(run).rejects.toBe(undo);

    return found;
  }

  return {
    get app() {
      return app;
    },
    get who() {
      return who;
    },
    get orderId() {
      return orderId;
    },
    recordLog,
    at,
    problemsAfter,
  };
}
