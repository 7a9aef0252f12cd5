import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { readPersonalInfo, writePersonalInfo } from '../people/certification/store.ts';
import type { TakenMail } from './smtp-double.ts';
import type { TestApp } from './start-app.ts';
import { type SignedInUser, successData } from './users.ts';

/** The text of a mail as its reader sees it; of one with attachments its first part. */
export function readMailText({ raw }: TakenMail): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const isMixed = /multipart\/mixed/.test(head);
  const [partHead = '', body = ''] = isMixed ? rest : [head, rest.join('\r\n\r\n')];
  const coding = /content-transfer-encoding: (\S+)/i.exec(partHead)?.[1];
  if (coding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (coding !== 'quoted-printable') return body;

  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The files of a mail, by their names. */
export function readMailFiles({ raw }: TakenMail): Map<string, Buffer> {
  const parts = raw.split(/\r\n--[^\r\n]+/).map((part) => part.replaceAll(/\r\n[ \t]+/g, ' '));
  const files = parts.flatMap((part): [string, Buffer][] => {
    const [, name] = /filename="?([^";\r\n]+)"?/.exec(part) ?? [];
    return name ? [[name, Buffer.from(part.split('\r\n\r\n')[1] ?? '', 'base64')]] : [];
  });
  return new Map(files);
}

export const readMailCode = (mail: TakenMail): string =>
  /\b\d{4}\b/.exec(readMailText(mail))?.[0] ?? '';

/** The token of the link that ends e-mails. */
export const readStopLink = (mail: TakenMail): string =>
  /#\/stop-emails\?token=([\w-]+)/.exec(readMailText(mail))?.[1] ?? '';

export const readMailId = ({ raw }: TakenMail): string =>
  /^Message-ID:\s*<([^@]+)@/im.exec(raw)?.[1] ?? '';

/** Gives a user an address of their own, as step two stores it. */
export async function giveEmail(
  { deps }: TestApp,
  { userId }: SignedInUser,
  email = `${randomUUID()}@mail.example`,
): Promise<string> {
  const info = await readPersonalInfo(deps.db, deps.crypto, userId);
  if (!info) throw new Error('the user has no personal details');

  await writePersonalInfo(deps.db, deps.crypto, userId, { ...info, email }, deps.now());
  return email;
}

/** Gives a user an address, confirmed by the code that arrives there. */
export async function giveConfirmedEmail(
  app: TestApp,
  who: SignedInUser,
  taken: readonly TakenMail[],
): Promise<string> {
  const address = await giveEmail(app, who);
  successData(await who.client.send(CALLS.sendEmailCode, { body: {} }));

  const mail = taken.find(({ to }) => to === address);
  if (!mail) throw new Error('no code arrived');
  const code = readMailCode(mail);
  successData(await who.client.send(CALLS.confirmEmail, { body: { code } }));

  return address;
}
