import { CALLS } from '@noren/contract/index';
import { notify } from '../notifications/store.ts';
import { makeSmtpMail } from '../providers/mail/smtp-mail.ts';
import { makeCertificateSealer } from '../providers/papers/certificate-sealer.ts';
import { giveConfirmedEmail } from './emails.ts';
import { acceptanceBody, aQuote, runJobs } from './loans.ts';
import { useCertificate } from './sealed-papers.ts';
import { useSmtpDouble } from './smtp-double.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from './users.ts';

/** An app that writes to confirmed addresses. */
export async function useMails() {
  const key = await useCertificate();
  const double = await useSmtpDouble();

  const app = await useApp({
    providers: (now) => ({
      mail: makeSmtpMail(double.config, { senderName: 'A Lender' }),
      sealsPapers: true,
      paperSealer: makeCertificateSealer(key, now),
    }),
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

  return { double, app, aReader, accept, queue, readMails };
}
