import { type Db, type Tx, timestamp } from './db.ts';

/** A consent as it was given. Records are only added; withdrawing sets their end. Source: lawful page, row 9. */
export interface Consent {
  readonly userId: string;
  readonly purpose: string;
  readonly textVersion: string;
  readonly language: string;
  readonly channel: string;
  readonly at: number;
}

/** Records a consent to a text, unless the same one stands already. */
export async function recordConsent(tx: Tx | Db, consent: Consent): Promise<void> {
  const standing = await tx
    .selectFrom('consents')
    .select('consent_id')
    .where('user_id', '=', consent.userId)
    .where('purpose', '=', consent.purpose)
    .where('text_version', '=', consent.textVersion)
    .where('language', '=', consent.language)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (standing) return;
  await tx
    .insertInto('consents')
    .values({
      user_id: consent.userId,
      purpose: consent.purpose,
      text_version: consent.textVersion,
      language: consent.language,
      channel: consent.channel,
      at: timestamp(consent.at),
    })
    .execute();
}
