import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import { giveEmail, readMailFiles, readMailText } from '../../testing/emails.ts';
import { runJobs } from '../../testing/loans.ts';
import { useMails } from '../../testing/mails.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const { double, app, aReader, accept, queue, readMails } = await useMails();

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

test('without a confirmed address no mail is queued, and the SMS goes as before', async () => {
  const who = await aSignedInUser(app);
  await giveEmail(app, who);
  await accept(who);
  await runJobs(app);
  expect([await readMails(who), double.taken]).toEqual([[], []]);
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
