import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@noren/contract/index';
import { afterAll, afterEach, expect, test } from 'vitest';
import { notify } from '../../notifications/store.ts';
import { makeSmtpMail } from '../../providers/mail/smtp-mail.ts';
import { makeCertificateSealer } from '../../providers/papers/certificate-sealer.ts';
import { loadSandboxCertificate } from '../../sandbox/papers/certificate.ts';
import {
  giveConfirmedEmail,
  giveEmail,
  readMailFiles,
  readMailId,
  readMailText,
} from '../../testing/emails.ts';
import { acceptanceBody, aQuote, runJobs } from '../../testing/loans.ts';
import { startAndPay } from '../../testing/repayments.ts';
import { startSmtpDouble } from '../../testing/smtp-double.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const MINUTE = 60_000;
const folder = await mkdtemp(join(tmpdir(), 'noren-mail-'));
const key = await loadSandboxCertificate(folder);
afterAll(() => rm(folder, { recursive: true }));
const double = await startSmtpDouble();
afterAll(() => double.close());

const app = await useApp({
  providers: (now) => ({
    mail: makeSmtpMail(double.config, { senderName: 'A Lender' }),
    sealsPapers: true,
    paperSealer: makeCertificateSealer(key, now),
  }),
});

afterEach(() => {
  double.behaviour = 'takes';
  double.taken.length = 0;
});

const aReader = async (): Promise<SignedInUser & { address: string }> => {
  const who = await aSignedInUser(app);
  const address = await giveConfirmedEmail(app, who, double.taken);
  await runJobs(app);
  double.taken.length = 0;
  return { ...who, address };
};

const accept = async (who: SignedInUser): Promise<{ repayId: string; proposalNo: string }> => {
  const quoted = await aQuote(who);
  const body = acceptanceBody(quoted);
  const { repayId } = successData(await who.client.send(CALLS.applyLoan, { body }));
  return { repayId, proposalNo: quoted.kfs.proposalNo };
};

const queue = ({ userId }: SignedInUser) =>
  app.deps.db.transaction().execute((tx) =>
    notify(tx, app.deps, {
      userId,
      kind: 'passkey_added',
      reference: String(app.deps.now()),
      values: { day: '2026-12-01', time: '10:00' },
    }),
  );

const readMails = async (who: SignedInUser) =>
  (
    await app.deps.db
      .selectFrom('notification_deliveries')
      .select(['kind', 'state', 'reason', 'notificationId'])
      .where('userId', '=', who.userId)
      .where('channel', '=', 'mail')
      .orderBy('notificationId')
      .execute()
  ).map(({ notificationId: _, ...mail }) => mail);

const readStates = async (who: SignedInUser) => (await readMails(who)).map(({ state }) => state);

async function later(minutes: number): Promise<void> {
  app.advance(minutes * MINUTE);
  await runJobs(app, { delayed: true });
}

const openPaper = async (who: SignedInUser, documentId: string): Promise<Buffer> => {
  const paper = await who.client.send(CALLS.viewDocument, { params: { documentId } });
  return Buffer.from(successData(paper).contentBase64, 'base64');
};

test('the sealed papers of a loan go to the confirmed address, byte for byte', async () => {
  const who = await aReader();
  const { repayId, proposalNo } = await accept(who);
  await runJobs(app);

  const [mail, ...others] = double.taken;
  if (!mail) throw new Error('no mail arrived');
  expect([others.length, mail.to]).toEqual([0, who.address]);

  const ids = [`kfs.${proposalNo}`, `agreement.${repayId}`, `privacy.${repayId}`];
  const files = readMailFiles(mail);
  expect([...files.keys()].sort()).toEqual(
    ids.map((id) => `noren-${id.replace('.', '-')}.pdf`.toLowerCase()).sort(),
  );
  for (const id of ids) {
    const name = `noren-${id.replace('.', '-')}.pdf`.toLowerCase();
    expect(files.get(name)?.equals(await openPaper(who, id)), id).toBe(true);
  }
  // With what mails add in base64 well below what the smallest servers take.
  expect(mail.raw.length).toBeLessThan(5_000_000);
  expect(readMailText(mail)).toContain(repayId);
  expect(await readMails(who)).toEqual([{ kind: 'papers_sealed', state: 'sent', reason: null }]);
});

test('the closing letter and the statement follow when the loan is over, once sealed', async () => {
  const who = await aReader();
  const { repayId } = await accept(who);
  await runJobs(app);
  double.taken.length = 0;
  await startAndPay(app, who, { repayId, kind: 'full' });
  await runJobs(app);
  await later(1);

  const names = double.taken.flatMap((mail) => [...readMailFiles(mail).keys()]);
  const lower = repayId.toLowerCase();
  expect(names.sort()).toEqual([`noren-closing-${lower}.pdf`, `noren-statement-${lower}.pdf`]);
});

test('without a confirmed address no mail is queued, and the SMS goes as before', async () => {
  const who = await aSignedInUser(app);
  await giveEmail(app, who);
  await accept(who);
  await runJobs(app);
  expect([await readMails(who), double.taken]).toEqual([[], []]);
});

test('an address that was corrected or removed meanwhile gets nothing', async () => {
  const who = await aReader();
  await queue(who);
  await giveEmail(app, who);
  await runJobs(app);
  expect(await readMails(who)).toMatchObject([{ state: 'withheld', reason: 'not confirmed' }]);

  const other = await aReader();
  await queue(other);
  successData(await other.client.send(CALLS.removeEmail, { body: {} }));
  await runJobs(app);
  expect(await readStates(other)).toEqual(['withheld']);
  expect(double.taken).toEqual([]);
});

test('greylisting is waited out; a mail without an answer is sent again under the same id', async () => {
  const who = await aReader();
  double.behaviour = { at: 'recipient', says: '450 4.7.1 later' };
  await queue(who);
  await runJobs(app);
  expect(await readMails(who)).toMatchObject([{ state: 'queued', reason: 'smtp_450' }]);
  double.behaviour = 'takes';
  await later(1);
  expect(await readStates(who)).toEqual(['sent']);

  double.taken.length = 0;
  double.behaviour = 'takes_in_silence';
  await queue(who);
  await runJobs(app);
  expect(await readStates(who)).toEqual(['sent', 'unknown']);
  double.behaviour = 'takes';
  for (const minutes of [1, 1]) await later(minutes);
  expect(await readStates(who)).toEqual(['sent', 'sent']);
  const ids = double.taken.map(readMailId);
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('a server that never answers is given up; whether it took a mail stays unknown', async () => {
  const who = await aReader();
  double.behaviour = 'cuts';
  await queue(who);
  await runJobs(app);
  for (const minutes of [1, 1, 1, 5, 1, 15, 1, 60, 1, 240, 1, 600]) await later(minutes);
  expect(await readStates(who)).toEqual(['unknown']);
});

test('a mailbox that is gone ends the address, and the borrower is told', async () => {
  const who = await aReader();
  double.behaviour = { at: 'recipient', says: '550 5.1.1 no such user' };
  await queue(who);
  await runJobs(app);
  expect(await readMails(who)).toMatchObject([{ state: 'failed', reason: 'smtp_550' }]);
  const seen = successData(await who.client.send(CALLS.viewEmail, {}));
  expect(seen).toMatchObject({ state: 'ended', endedBecause: 'bounced' });

  const centre = successData(await who.client.send(CALLS.notificationCentre, { body: {} }));
  expect(centre.details[0]?.screen).toBe('email');
  await queue(who);
  expect(await readMails(who)).toHaveLength(1);
});

test('no reason of a delivery names the address', async () => {
  const who = await aReader();
  double.behaviour = { at: 'recipient', says: `550 5.1.1 ${who.address} unknown` };
  await queue(who);
  await runJobs(app);
  const rows = await app.deps.db
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('userId', '=', who.userId)
    .execute();
  expect(JSON.stringify(rows)).not.toContain(who.address);
});
