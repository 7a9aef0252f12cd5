import type { Language } from '@noren/contract/fields';
import type { Deps } from './deps.ts';
import type { JobPayloads } from './jobs.ts';
import { keepMessage } from './support/messages-store.ts';

/** Job: tells a user something by SMS in the language of their account, and keeps it to be read in the app. */
export async function sendSms(deps: Deps, given: JobPayloads['send-sms']): Promise<void> {
  const { userId, template, values } = given;
  const user = await deps.db
    .selectFrom('users')
    .select(['phone_enc', 'language'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!user) return;
  await keepMessage(deps.db, deps.crypto, { userId, kind: template, values, now: deps.now(), today: deps.today() });
  const phone = deps.crypto.decrypt(user.phone_enc, `users.phone_enc:${userId}`);
  await deps.sms.send({ phone, template, language: user.language as Language, values });
}
