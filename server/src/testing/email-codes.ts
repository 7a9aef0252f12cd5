import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { makeSmtpMail } from '../providers/mail/smtp-mail.ts';
import { useSmtpDouble } from './smtp-double.ts';
import { useApp } from './use-app.ts';
import { type SignedInUser, successData } from './users.ts';

export const view = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.viewEmail, {}));
export const sendCode = (who: SignedInUser) => who.client.send(CALLS.sendEmailCode, { body: {} });
export const confirm = (who: SignedInUser, code: string) =>
  who.client.send(CALLS.confirmEmail, { body: { code } });

export const anotherCode = (code: string): string =>
  String((Number(code) + 1) % 10_000).padStart(4, '0');

export const refused = (reason: string) => ({ code: CODES.conflict, data: { reason } });

/** An app, and addresses that are confirmed. */
export async function useEmailCodes() {
  const double = await useSmtpDouble();
  const app = await useApp({
    providers: () => ({ mail: makeSmtpMail(double.config, { senderName: 'A Lender' }) }),
  });

  const stop = (token: string) => app.client().send(CALLS.stopEmails, { body: { token } });

  const lastMail = () => {
    const mail = double.taken.at(-1);
    if (!mail) throw new Error('no mail arrived');
    return mail;
  };

  return { double, app, stop, lastMail };
}
