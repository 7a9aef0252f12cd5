import { UserStatus } from '@noren/core/people/status';
import { timestamp } from '@noren/server/src/platform/db/db.ts';
import { anActiveLoan, aQuote, startFullPayment } from '@noren/server/src/testing/loans.ts';
import type { TestApp, TestClient } from '@noren/server/src/testing/start-app.ts';
import { aSignedInUser, ONBOARDING_STATUSES } from '@noren/server/src/testing/users.ts';

/** Somebody in whose name requests are sent, with what only they may see. */
export interface FuzzPerson {
  readonly client: TestClient;
  readonly phone: string;
  readonly repayId: string;
  readonly proposalNo: string;
  readonly paymentCode: string;
  /** Texts that no answer to anybody else may contain. */
  readonly own: readonly string[];
}

const NO_ORDER = {
  repayId: 'AAAAAAAAAAAA',
  proposalNo: 'NK-AAAAAAAA',
  paymentCode: 'aaaaaaaaaaaaaaaaaaaa',
};

/**
 * One borrower of every onboarding status, one declined so long ago that they may ask again, one
 * with a quote, and two with a loan and an open payment.
 */
export async function makePeople(app: TestApp): Promise<readonly FuzzPerson[]> {
  const people: FuzzPerson[] = [];
  for (const bizStatus of ONBOARDING_STATUSES) {
    const { client, phone, userId } = await aSignedInUser(app, { bizStatus });
    people.push({ client, phone, ...NO_ORDER, own: [phone, userId] });
  }

  people.push(await aDeclinedPerson(app));

  for (const hasLoan of [false, true, true]) {
    const who = await aSignedInUser(app, { bizStatus: UserStatus.regular, limitPaise: 4_000_000 });
    const repayId = hasLoan ? await anActiveLoan(app, who) : NO_ORDER.repayId;
    const paymentCode = hasLoan
      ? (await startFullPayment(who, repayId)).code
      : NO_ORDER.paymentCode;
    const { proposalNo } = (await aQuote(who, { rupees: 5_000 })).kfs;
    const { client, phone, userId } = who;
    const own = [phone, userId, proposalNo, ...(hasLoan ? [repayId] : [])];

    people.push({ client, phone, repayId, proposalNo, paymentCode, own });
  }

  return people;
}

const LONG_AGO_MS = 60 * 86_400_000;

async function aDeclinedPerson(app: TestApp): Promise<FuzzPerson> {
  const { client, phone, userId } = await aSignedInUser(app, { bizStatus: UserStatus.certified });
  const evaluatedAt = timestamp(app.deps.now() - LONG_AGO_MS);

  await app.deps.db
    .updateTable('credit_limits')
    .set({ state: 'declined', limitPaise: 0, evaluatedAt })
    .where('userId', '=', userId)
    .execute();

  return { client, phone, ...NO_ORDER, own: [phone, userId] };
}
