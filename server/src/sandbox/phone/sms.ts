import { type Db, timestamp } from '../../platform/db/db.ts';
import type { Sms, SmsMessage } from '../../platform/ports/sms.ts';

/** A message the sandbox kept instead of sending; `sentAt` in UTC milliseconds. */
export type SandboxMessage = SmsMessage & { readonly sentAt: number };

/** The sandbox's carrier: every message is kept for its page to show, none leaves the machine; each arrives at once. */
export function makeSandboxSms(db: Db, now: () => number): Sms {
  return {
    name: 'sandbox-sms',
    async send({ phone, template, language, values, reference }) {
      const content = JSON.stringify(values);
      await db
        .insertInto('sandbox_messages')
        .values({ phone, template, language, content, sentAt: timestamp(now()), reference: reference ?? null })
        .execute();
      return { state: 'delivered', providerId: null, registeredAs: null };
    },
    async find({ reference }) {
      const sent = await db
        .selectFrom('sandbox_messages')
        .select('messageId')
        .where('reference', '=', reference)
        .executeTakeFirst();
      return sent
        ? { state: 'delivered', reference, providerId: String(sent.messageId), reason: null }
        : { state: 'not_found' };
    },
    // It reports nothing: what it was given has arrived.
    readReports: () => null,
  };
}

/** The last messages sent, newest first; of one phone when it is named. */
export async function readSandboxMessages(db: Db, phone?: string, most = 50): Promise<SandboxMessage[]> {
  const query = newest(db, most).$if(phone !== undefined, (all) => all.where('phone', '=', phone as string));
  return (await query.execute()).map(messageOf);
}

/** The same of what is no notice: codes. */
export async function readCodesSent(db: Db, most: number): Promise<SandboxMessage[]> {
  return (await newest(db, most).where('reference', 'is', null).execute()).map(messageOf);
}

const newest = (db: Db, most: number) =>
  db
    .selectFrom('sandbox_messages')
    .select(['phone', 'template', 'language', 'content', 'sentAt'])
    .orderBy('messageId', 'desc')
    .limit(most);

function messageOf(row: Awaited<ReturnType<ReturnType<typeof newest>['execute']>>[number]): SandboxMessage {
  const { content: values, sentAt, ...message } = row;
  return { ...message, values, sentAt };
}
