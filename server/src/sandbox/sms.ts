import { type Db, timestamp } from '../db.ts';
import type { Sms, SmsMessage } from '../outside/sms/sms.ts';

/** A message the sandbox kept instead of sending; `sentAt` in UTC milliseconds. */
export type SandboxMessage = SmsMessage & { readonly sentAt: number };

/** The sandbox's carrier: every message is kept for its page to show, none leaves the machine. */
export function makeSandboxSms(db: Db, now: () => number): Sms {
  return {
    async send({ phone, template, language, values }) {
      await db
        .insertInto('sandbox_messages')
        .values({ phone, template, language, content: JSON.stringify(values), sent_at: timestamp(now()) })
        .execute();
    },
  };
}

/** The last messages sent, newest first; of one phone when it is named. */
export async function readSandboxMessages(db: Db, phone?: string, most = 50): Promise<SandboxMessage[]> {
  let query = db.selectFrom('sandbox_messages').selectAll().orderBy('message_id', 'desc').limit(most);
  if (phone !== undefined) query = query.where('phone', '=', phone);
  const rows = await query.execute();
  return rows.map(({ phone: to, template, language, content, sent_at }) => ({
    phone: to,
    template,
    language,
    values: content,
    sentAt: sent_at,
  }));
}
