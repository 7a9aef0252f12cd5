import type { SmsTemplate } from '../../notifications/sms-templates.ts';
import { type Db, timestamp } from '../../platform/db/db.ts';
import type { SmsMessage } from '../../platform/ports/sms.ts';

/** A message that the sandbox stored instead of sending; `sentAt` in UTC milliseconds. */
export type SandboxMessage = SmsMessage & {
  readonly template: SmsTemplate;
  readonly sentAt: number;
};

export async function insertMessage(
  db: Db,
  { phone, template, language, values, reference }: SmsMessage,
  now: number,
): Promise<void> {
  const content = JSON.stringify(values);
  await db
    .insertInto('sandbox_messages')
    .values({
      phone,
      template,
      language,
      content,
      sentAt: timestamp(now),
      reference: reference ?? null,
    })
    .execute();
}

/** The number of the message that was sent with a reference. */
export async function findSmsId(db: Db, reference: string): Promise<number | undefined> {
  const sent = await db
    .selectFrom('sandbox_messages')
    .select('smsId')
    .where('reference', '=', reference)
    .executeTakeFirst();
  return sent?.smsId;
}

/** What was sent for each notification, by the notification's id. */
export async function readSentTexts(
  db: Db,
  references: readonly string[],
): Promise<ReadonlyMap<string | null, Pick<SmsMessage, 'template' | 'values'>>> {
  const rows = await db
    .selectFrom('sandbox_messages')
    .select(['reference', 'template', 'content'])
    .where('reference', 'in', [...references, ''])
    .execute();

  return new Map(
    rows.map(({ reference, template, content }) => [reference, { template, values: content }]),
  );
}

/** The last messages sent, newest first; only those to one phone when it is given. */
export async function readSandboxMessages(
  db: Db,
  phone?: string,
  most = 50,
): Promise<SandboxMessage[]> {
  const query = newest(db, most).$if(phone !== undefined, (all) =>
    all.where('phone', '=', phone as string),
  );
  return (await query.execute()).map(toSandboxMessage);
}

/** The last one-time codes sent, newest first: messages without a notification. */
export async function readCodesSent(db: Db, most: number): Promise<SandboxMessage[]> {
  return (await newest(db, most).where('reference', 'is', null).execute()).map(toSandboxMessage);
}

const newest = (db: Db, most: number) =>
  db
    .selectFrom('sandbox_messages')
    .select(['phone', 'template', 'language', 'content', 'sentAt'])
    .orderBy('smsId', 'desc')
    .limit(most);

function toSandboxMessage(
  row: Awaited<ReturnType<ReturnType<typeof newest>['execute']>>[number],
): SandboxMessage {
  const { content: values, sentAt, ...message } = row;
  return { ...message, template: message.template as SmsTemplate, values, sentAt };
}
