import { rupees } from '@noren/core/money/money';
import type { PanDifference } from '@noren/core/people/pan-check';
import { beforeEach } from 'vitest';
import { askAboutPan } from '../people/certification/pan-check.ts';
import type { PanQuestion } from '../platform/ports/pan-register.ts';
import { samplePerson } from '../sandbox/samples/sample-person.ts';
import { layOutCode, signCode } from '../sandbox/samples/sign-code.ts';
import { makeFakeKyc } from './fake-kyc.ts';
import { confirmIdentity, FACE_PHOTO, whoSentCards } from './identity-documents.ts';
import { deleteQueuedJobs } from './job-queue.ts';
import { setCeiling } from './level-ceilings.ts';
import { readCredit } from './loans.ts';
import { testIssuer } from './test-issuer.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from './users.ts';

export const asked: PanQuestion[] = [];

export const levelAndStep = async (who: SignedInUser) => {
  const { level, next } = (await readCredit(who)).identity;
  return [level, next?.step ?? null];
};

/** An app that asks a register of PANs. */
export async function usePanChecks() {
  const checks = {
    /** What the register answers next; null: no answer comes. */
    differences: [] as PanDifference[] | null,
    /** The seed of the newest person. */
    seed: 9_400,
  };

  const app = await useApp({
    kyc: makeFakeKyc(),
    providers: () => ({
      asksPanRegister: true,
      panRegister: {
        name: 'test-register',
        async check(question) {
          asked.push(question);
          if (checks.differences === null) throw new Error('away');
          return { differences: checks.differences, ref: 'a-reference' };
        },
      },
    }),
  });
  const { db, crypto } = app.deps;
  await setCeiling(app, 'document_seen', rupees(5_000));

  beforeEach(async () => {
    // Nobody of an earlier test is asked about again.
    await deleteQueuedJobs(db);
    asked.length = 0;
    checks.differences = [];
  });

  /** Somebody who confirmed what the card's code says, before the register is asked. */
  async function whoConfirmed(printed?: string) {
    const person = samplePerson(++checks.seed);
    const code = signCode(layOutCode(person, { photo: FACE_PHOTO }), testIssuer());
    const who = await whoSentCards(app, person, { code, onPanCard: printed });
    successData(await confirmIdentity(who, person));

    return { who, person };
  }

  /** A certified person whose card's issuer confirms them, and who is now asked about. */
  async function whoIsCertified(): Promise<SignedInUser> {
    const who = await aSignedInUser(app);
    await askNow(who);
    return who;
  }

  const askNow = ({ userId }: SignedInUser, isAgain = false) =>
    db.transaction().execute((tx) => askAboutPan(tx, app.deps, userId, { isAgain }));

  const stateNow = ({ userId }: SignedInUser) =>
    db
      .selectFrom('identities')
      .select(['state', 'wasVerified', 'reasons'])
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();

  return Object.assign(checks, { app, whoConfirmed, whoIsCertified, db, crypto, askNow, stateNow });
}
