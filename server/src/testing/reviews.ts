import { beforeEach } from 'vitest';
import { evaluateCredit } from '../borrower/loans/evaluate-credit.ts';
import { makeFakeKyc } from './fake-kyc.ts';
import { type StaffClient, useConsole } from './staff.ts';
import type { TestApp } from './start-app.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser } from './users.ts';

/** A certified user whose evaluation waits for a reviewer of the identity, for these reasons. */
export async function aBorrowerInReview(
  app: TestApp,
  options: Parameters<typeof aSignedInUser>[1] = {},
  reasons: readonly string[] = ['pan_not_read'],
): Promise<SignedInUser> {
  const who = await aSignedInUser(app, { limitPaise: null, ...options });

  await app.deps.db
    .updateTable('identities')
    .set({ state: 'review', reasons: JSON.stringify(reasons) })
    .where('userId', '=', who.userId)
    .execute();
  await evaluateCredit(app.deps, who);

  return who;
}

/** What a decision on a case has to name. */
export async function readSubject(
  client: StaffClient,
  who: SignedInUser,
  kind: string,
): Promise<string> {
  const result = await client.send('reviewCase', { params: { userId: who.userId, kind } });
  if (!result.ok) throw new Error(JSON.stringify(result.error));

  return result.data.subject;
}

/** The acts of staff on a borrower in their order, without the openings of the case. */
export async function listReviewActs({ deps }: TestApp, { userId }: SignedInUser) {
  const acts = await deps.db
    .selectFrom('staff_audit')
    .select(['action', 'detail'])
    .where('userId', '=', userId)
    .where('action', '<>', 'review_opened')
    .orderBy('seq')
    .execute();

  return acts.map(({ action, detail }) => [action, detail]);
}

/** An app and its console, with borrowers whose cases staff review. */
export async function useReviews() {
  const app = await useApp({ kyc: makeFakeKyc() });
  const console = await useConsole(app);
  beforeEach(() => app.advance(60_000));

  const inReview = (options?: Parameters<typeof aBorrowerInReview>[1]) =>
    aBorrowerInReview(app, options);
  const readCase = (who: SignedInUser, client: StaffClient, kind: string) =>
    client.send('reviewCase', { params: { userId: who.userId, kind } });
  const listActs = (who: SignedInUser) => listReviewActs(app, who);

  return { app, console, inReview, readCase, listActs };
}
