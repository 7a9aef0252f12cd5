import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { describe, expect, test } from 'vitest';
import { readAppendOnly } from '../../platform/db/append-only-store.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { anActiveLoan, applyFor, aQuote, runJobs } from '../../testing/loans.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { startAndPay } from '../../testing/repayments.ts';
import { useSealedPapers } from '../../testing/sealed-papers.ts';
import { startApp } from '../../testing/start-app.ts';
import { aSignedInUser, newestCode, successData } from '../../testing/users.ts';

const sealing = await useSealedPapers();
const { app, openSealed, pass, isSealed, readSent } = sealing;

describe('the papers of an accepted loan', () => {
  test('are sealed, and say who accepted them in which session', async () => {
    const who = await aSignedInUser(app, { language: 'es' });
    const quoted = await aQuote(who);
    const accepted = await applyFor(who, quoted);
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
});

describe('a sealer in trouble', () => {
  test('keeps the borrower waiting and not the loan, and seals later', async () => {
    sealing.trouble = 'no answer';
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    expect(await isSealed(who, `agreement.${repayId}`)).toBe(false);
    expect(await readSent(who, 'loan_paid_out')).toHaveLength(1);
    expect(await readSent(who, 'papers_sealed')).toEqual([]);

    sealing.trouble = 'none';
    await runJobs(app, { delayed: true });
    expect(await isSealed(who, `agreement.${repayId}`)).toBe(true);
    expect(await readSent(who, 'papers_sealed')).toHaveLength(1);
  });
});

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
