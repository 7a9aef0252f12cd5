import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { readAppendOnly } from '../../platform/db/append-only-store.ts';
import type { PaperSealer } from '../../platform/ports/paper-sealer.ts';
import { makeCertificateSealer } from '../../providers/papers/certificate-sealer.ts';
import { loadSandboxCertificate } from '../../sandbox/papers/certificate.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { queueDeferredWork } from '../../schedule/job-table.ts';
import { sweep } from '../../schedule/sweep.ts';
import { deleteQueuedJobs } from '../../testing/job-queue.ts';
import {
  acceptanceBody,
  anActiveLoan,
  anAppliedLoan,
  aQuote,
  queuedJobNames,
  runJobs,
} from '../../testing/loans.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { anAcceptedExtension, postChargeback, startAndPay } from '../../testing/repayments.ts';
import { startApp } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, newestCode, type SignedInUser, successData } from '../../testing/users.ts';
import { readSeal } from '../../testing/verify-seal.ts';
import { sealPapers } from './seal-papers.ts';

const folder = await mkdtemp(join(tmpdir(), 'noren-papers-'));
const key = await loadSandboxCertificate(folder);
afterAll(() => rm(folder, { recursive: true }));

/** What the sealer does next, when it does not seal. */
let trouble: 'none' | 'no answer' = 'none';
let seals = 0;

const papers = (now: () => number): { sealsPapers: true; paperSealer: PaperSealer } => {
  const sealer = makeCertificateSealer(key, now);
  return {
    sealsPapers: true,
    paperSealer: {
      ...sealer,
      async seal(sha256) {
        seals += 1;
        if (trouble === 'no answer') throw new Error('the sealer did not answer');
        return sealer.seal(sha256);
      },
    },
  };
};

const app = await useApp({ providers: papers });
let days = 0;

afterEach(() => {
  trouble = 'none';
  app.moveDays(-days);
  days = 0;
});

const pass = (more: number): void => {
  app.moveDays(more);
  days += more;
};

async function open(who: SignedInUser, documentId: string) {
  const answer = await who.client.send(CALLS.viewDocument, { params: { documentId } });
  const file = successData(answer);
  const bytes = Buffer.from(file.contentBase64, 'base64');
  return { ...file, bytes };
}

const openSealed = async (who: SignedInUser, documentId: string) => {
  const { bytes, language } = await open(who, documentId);
  return { bytes, language, ...readSeal(bytes) };
};

const isSealed = async (who: SignedInUser, documentId: string): Promise<boolean> =>
  (await open(who, documentId)).bytes.includes('/SubFilter /ETSI.CAdES.detached');

const readSent = async (who: SignedInUser, template: string) =>
  (await readSandboxMessages(app.deps.db, who.phone)).filter((sent) => sent.template === template);

describe('the papers of an accepted loan', () => {
  test('are sealed, and say who accepted them in which session', async () => {
    const who = await aSignedInUser(app, { language: 'es' });
    const quoted = await aQuote(who);
    const accepted = await who.client.send(CALLS.applyLoan, { body: acceptanceBody(quoted) });
    const { repayId } = successData(accepted);

    expect(await isSealed(who, `agreement.${repayId}`)).toBe(false);
    await runJobs(app);

    const { sessionId } = await app.deps.db
      .selectFrom('sessions')
      .select('sessionId')
      .where('userId', '=', who.userId)
      .executeTakeFirstOrThrow();

    for (const documentId of [`kfs.${quoted.kfs.proposalNo}`, `agreement.${repayId}`]) {
      const seal = await openSealed(who, documentId);
      expect(seal).toMatchObject({ isWhole: true, isIntact: true, namesCertificate: true });
      expect(seal.language).toBe('es');

      const { text } = await readPdf(seal.bytes);
      for (const words of [sessionId, who.client.deviceId, repayId, quoted.kfs.hash])
        expect(text, documentId).toContain(words);
      // The app of tests runs as a sandbox.
      expect(text).toContain('Esto es un entorno de prueba');
    }
  });

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

  test('are told once, with a link that opens after a code and reads nothing before', async () => {
    const who = await aSignedInUser(app);
    await anActiveLoan(app, who);
    await runJobs(app);

    const sent = await readSent(who, 'papers_sealed');
    expect(sent).toHaveLength(1);

    const [taskId = '', uniqueChannel = ''] = (sent[0]?.values.token ?? '').split('.');
    const link = { taskId, uniqueChannel };
    const stranger = app.client();
    const opened = await stranger.send(CALLS.openTokenLogin, {
      body: { ...link, registerClientType: 1 },
    });
    expect(opened).toMatchObject({ code: CODES.conflict, data: { reason: 'link_used' } });
    expect(stranger.token).toBeNull();

    const { otpRef } = successData(await stranger.send(CALLS.sendLinkOtp, { body: link }));
    const code = await newestCode(app, who.phone);
    const wrong = code === '0000' ? '1111' : '0000';
    const refused = await signInByLink(stranger, { link, otpRef, code: wrong });
    expect(refused.code).not.toBe(CODES.success);

    const { userId } = successData(await signInByLink(stranger, { link, otpRef, code }));
    expect(userId).toBe(who.userId);
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

interface LinkCode {
  readonly link: { readonly taskId: string; readonly uniqueChannel: string };
  readonly otpRef: string;
  readonly code: string;
}

const signInByLink = (client: ReturnType<typeof app.client>, of: LinkCode) =>
  client.send(CALLS.checkOtpLogin, {
    body: { ...of, agreed: true, policyVersion: app.deps.appConfig.policyVersion, language: 'en' },
  });

describe('the papers of a closed loan', () => {
  test('are the letter and the last statement, sealed in the borrower’s language', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    pass(15);
    await startAndPay(app, who, { repayId, kind: 'full' });
    await runJobs(app);

    for (const documentId of [`closing.${repayId}`, `statement.${repayId}`]) {
      const seal = await openSealed(who, documentId);
      expect(seal, documentId).toMatchObject({ isWhole: true, isIntact: true });

      const again = await openSealed(who, documentId);
      expect(again.bytes.equals(seal.bytes)).toBe(true);
    }

    // The closing letter has no message of its own: the one about the settled loan mentions it.
    expect(await readSent(who, 'papers_sealed')).toHaveLength(1);
  });

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

describe('a sealer in trouble', () => {
  test('keeps the borrower waiting and not the loan, and seals later', async () => {
    trouble = 'no answer';
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    expect(await isSealed(who, `agreement.${repayId}`)).toBe(false);
    expect(await readSent(who, 'loan_paid_out')).toHaveLength(1);
    expect(await readSent(who, 'papers_sealed')).toEqual([]);

    trouble = 'none';
    await runJobs(app, { delayed: true });
    expect(await isSealed(who, `agreement.${repayId}`)).toBe(true);
    expect(await readSent(who, 'papers_sealed')).toHaveLength(1);
  });

  test('seals nothing that is sealed, and tells nothing twice', async () => {
    const who = await aSignedInUser(app);
    await anActiveLoan(app, who);
    const before = await readPapers(who);
    const { orderId } = await app.deps.db
      .selectFrom('orders')
      .select('orderId')
      .where('userId', '=', who.userId)
      .executeTakeFirstOrThrow();

    const made = seals;
    await Promise.all([1, 2].map(() => sealPapers(app.deps, { userId: who.userId, orderId })));

    expect(seals).toBe(made);
    expect(await readPapers(who)).toEqual(before);
    expect(await readSent(who, 'papers_sealed')).toHaveLength(1);
  });

  test('that runs twice at once stores one seal, and its other file goes', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anAppliedLoan(who);
    const { orderId } = await app.deps.db
      .selectFrom('orders')
      .select('orderId')
      .where('userId', '=', who.userId)
      .executeTakeFirstOrThrow();
    await runJobs({ deps: { ...app.deps, paperSealer: null } }, { delayed: true });
    const before = (await listFiles()).length;
    await Promise.all([1, 2].map(() => sealPapers(app.deps, { userId: who.userId, orderId })));

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

test('a sealed paper never changes, and nobody else opens it', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const stranger = await aSignedInUser(app);
  const params = { documentId: `agreement.${repayId}` };
  const { db } = app.deps;

  expect((await stranger.client.send(CALLS.viewDocument, { params })).code).toBe(CODES.notFound);
  const ofUser = db.updateTable('sealed_papers').where('userId', '=', who.userId);
  await expect(ofUser.set({ language: 'hi' }).execute()).rejects.toThrow('are never changed');
  await expect(
    db.deleteFrom('sealed_papers').where('userId', '=', who.userId).execute(),
  ).rejects.toThrow('are never changed');
});

test('the role that the program runs as may write a seal', async () => {
  const appendOnly = await readAppendOnly(app.deps.db);
  expect(appendOnly.map(({ table }) => table)).not.toContain('sealed_papers');
});

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

test('without a certificate nothing is asked for, and no message speaks of it', async () => {
  const other = await startApp();
  try {
    const who = await aSignedInUser(other);
    await anActiveLoan(other, who);

    expect(await other.deps.db.selectFrom('sealed_papers').selectAll().execute()).toEqual([]);
    const sent = await readSandboxMessages(other.deps.db, who.phone);
    expect(sent.map(({ template }) => template)).not.toContain('papers_sealed');
  } finally {
    await other.stop();
  }
});
