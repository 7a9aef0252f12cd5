import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { describe, expect, test } from 'vitest';
import { queueDeferredWork } from '../../schedule/job-table.ts';
import { sweep } from '../../schedule/sweep.ts';
import { deleteQueuedJobs } from '../../testing/job-queue.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  queuedJobNames,
  readOrder,
  runJobs,
} from '../../testing/loans.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { anAcceptedExtension, postChargeback, startAndPay } from '../../testing/repayments.ts';
import { useSealedPapers } from '../../testing/sealed-papers.ts';
import { startApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { sealPapers } from './seal-papers.ts';

const sealing = await useSealedPapers();
const { app, open, openSealed, papers, pass, isSealed, readSent } = sealing;

describe('the papers of an accepted loan', () => {
  test('include the privacy policy in its version, listed once it is sealed', async () => {
    const who = await aSignedInUser(app, { language: 'hi' });
    const repayId = await anAppliedLoan(who);
    const read = async (): Promise<string[]> => {
      const { groups } = successData(await who.client.send(CALLS.documentList, {}));
      return groups.flatMap(({ documents }) => documents.map(({ kind }) => kind)).toSorted();
    };
    const params = { documentId: `privacy.${repayId}` };

    expect(await read()).toEqual(['agreement', 'kfs']);
    expect((await who.client.send(CALLS.viewDocument, { params })).code).toBe(CODES.notFound);
    await runJobs(app);

    expect(await read()).toEqual(['agreement', 'kfs', 'privacy', 'statement']);
    const seal = await openSealed(who, params.documentId);
    const { text } = await readPdf(seal.bytes);
    const { lender, policyVersion } = app.deps.appConfig;
    expect(seal).toMatchObject({ isWhole: true, isIntact: true, language: 'hi' });
    for (const words of [policyVersion, lender.grievance.email, lender.cin])
      expect(text).toContain(words);
    expect(text).not.toMatch(/privacy\.|[{}\uFFFD]|undefined/);
  });

  test('are the sealed bytes each time, whatever happens to the loan', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const first = await openSealed(who, `agreement.${repayId}`);

    pass(15);
    app.advance(61_000);
    await startAndPay(app, who, { repayId, kind: 'full' });
    await runJobs(app);

    const again = await openSealed(who, `agreement.${repayId}`);
    expect(again.bytes.equals(first.bytes)).toBe(true);
  });

  test('of an extension are sealed as accepted, and stay so when it takes effect', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    pass(14);
    const { addendumNo } = await anAcceptedExtension(who, repayId);
    await runJobs(app);

    const seal = await openSealed(who, `addendum.${addendumNo}`);
    const { text } = await readPdf(seal.bytes);
    expect(seal).toMatchObject({ isWhole: true, isIntact: true });
    expect(text).not.toContain('It has not taken effect');
    expect(await readSent(who, 'papers_sealed')).toHaveLength(2);

    await startAndPay(app, who, { repayId, kind: 'extension', addendumNo });
    expect((await open(who, `addendum.${addendumNo}`)).bytes.equals(seal.bytes)).toBe(true);
  });
});

describe('the papers of a closed loan', () => {
  test('are not shown once its payment is reversed, and sealed again once it is repaid', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    pass(15);
    await startAndPay(app, who, { repayId, kind: 'full' });
    await runJobs(app);
    const first = await openSealed(who, `closing.${repayId}`);

    app.advance(1_000);
    await postChargeback(app, who, repayId, 'payment');
    const reopened = { params: { documentId: `closing.${repayId}` } };
    expect((await who.client.send(CALLS.viewDocument, reopened)).code).toBe(CODES.notFound);
    expect(await isSealed(who, `statement.${repayId}`)).toBe(false);

    app.advance(1_000);
    await startAndPay(app, who, { repayId, kind: 'full' });
    expect(await isSealed(who, `closing.${repayId}`)).toBe(false);
    await runJobs(app);

    const second = await openSealed(who, `closing.${repayId}`);
    expect(second.isIntact).toBe(true);
    expect(second.bytes.equals(first.bytes)).toBe(false);
  });

  test('that is reopened before they were sealed are not sealed', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    pass(15);
    await startAndPay(app, who, { repayId, kind: 'full' });
    await postChargeback(app, who, repayId, 'payment');
    await runJobs(app);

    const sealed = await readPapers(who);
    expect(sealed.filter(({ documentId }) => documentId.startsWith('closing'))).toEqual([]);
  });
});

const readPapers = (who: SignedInUser) =>
  app.deps.db
    .selectFrom('sealed_papers')
    .select(['documentId', 'sealedAt', 'fileId', 'contentHash'])
    .where('userId', '=', who.userId)
    .orderBy('paperId')
    .execute();

/** Seals the papers of an order twice at once. */
async function sealTwice(who: SignedInUser, repayId: string): Promise<void> {
  const { userId, orderId } = await readOrder(app, who, repayId);
  const seal = () => sealPapers(app.deps, { userId, orderId });

  await Promise.all([seal(), seal()]);
}

describe('a sealer in trouble', () => {
  test('seals nothing that is sealed, and tells nothing twice', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const before = await readPapers(who);

    const made = sealing.seals;
    await sealTwice(who, repayId);

    expect(sealing.seals).toBe(made);
    expect(await readPapers(who)).toEqual(before);
    expect(await readSent(who, 'papers_sealed')).toHaveLength(1);
  });

  test('that runs twice at once stores one seal, and its other file goes', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anAppliedLoan(who);
    await runJobs({ deps: { ...app.deps, paperSealer: null } }, { delayed: true });
    const before = (await listFiles()).length;
    await sealTwice(who, repayId);

    expect((await openSealed(who, `agreement.${repayId}`)).isIntact).toBe(true);
    await runJobs(app, { delayed: true });

    expect((await openSealed(who, `agreement.${repayId}`)).isIntact).toBe(true);
    expect(await readSent(who, 'papers_sealed')).toHaveLength(1);
    expect(await listFiles()).toHaveLength(before + (await readPapers(who)).length);
  });

  test('whose job was lost is asked again by the sweep', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anAppliedLoan(who);
    await deleteQueuedJobs(app.deps.db);

    app.advance(31 * 60_000);
    await sweep(app.deps);
    expect(await queuedJobNames(app)).toContain('seal-papers');
    await runJobs(app);
    expect(await isSealed(who, `agreement.${repayId}`)).toBe(true);
  });
});

async function listFiles(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { fileIds } of app.deps.files.list()) ids.push(...fileIds);
  return ids;
}

test('a process of calls alone leaves the seals to the one that runs the jobs', async () => {
  const other = await startApp({ role: 'api', providers: papers });
  try {
    const who = await aSignedInUser(other);
    await anAppliedLoan(who);
    expect(await queuedJobNames(other)).not.toContain('seal-papers');

    await Promise.all([1, 2, 3].map(() => queueDeferredWork(other.deps)));
    const names = await queuedJobNames(other);
    expect(names.filter((name) => name === 'seal-papers')).toHaveLength(1);
  } finally {
    await other.stop();
  }
});
