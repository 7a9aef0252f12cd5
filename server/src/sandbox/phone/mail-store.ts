import { type Db, timestamp } from '../../platform/db/db.ts';
import type { SandboxMailContent } from '../../platform/db/tables/sandbox.ts';
import type { MailMessage } from '../../platform/ports/mail.ts';

/** A mail that the sandbox stored instead of sending; `sentAt` in UTC milliseconds. */
export interface SandboxMail extends SandboxMailContent {
  readonly mailNo: number;
  readonly to: string;
  readonly reference: string;
  readonly sentAt: number;
}

export async function insertMail(
  db: Db,
  { to, id, subject, text, stopUrl, attachments }: MailMessage,
  now: number,
): Promise<void> {
  const content: SandboxMailContent = {
    subject,
    text,
    stopUrl,
    attachments: attachments.map(({ fileName, bytes }) => ({
      fileName,
      base64: bytes.toString('base64'),
    })),
  };

  await db
    .insertInto('sandbox_mails')
    .values({
      address: to,
      reference: id,
      content: JSON.stringify(content),
      sentAt: timestamp(now),
    })
    .execute();
}

/** The last mails, newest first; only those to one address when it is given. */
export async function readSandboxMails(db: Db, to?: string, most = 20): Promise<SandboxMail[]> {
  const rows = await db
    .selectFrom('sandbox_mails')
    .select(['sandboxMailId', 'address', 'reference', 'content', 'sentAt'])
    .$if(to !== undefined, (query) => query.where('address', '=', to as string))
    .orderBy('sandboxMailId', 'desc')
    .limit(most)
    .execute();

  return rows.map(({ sandboxMailId, address, content, ...row }) => ({
    ...row,
    ...content,
    mailNo: sandboxMailId,
    to: address,
  }));
}

/** An attachment by its mail and place; undefined when there is none. */
export async function readAttachment(
  db: Db,
  mailNo: number,
  place: number,
): Promise<SandboxMail['attachments'][number] | undefined> {
  const row = await db
    .selectFrom('sandbox_mails')
    .select('content')
    .where('sandboxMailId', '=', mailNo)
    .executeTakeFirst();
  return row?.content.attachments[place];
}
