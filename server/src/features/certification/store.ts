import type { personalInfo } from '@noren/contract/personal-info';
import type { BusinessDay } from '@noren/core/money/time';
import { maskPhone } from '@noren/core/people/identity-numbers';
import { statusAfter, UserStatus } from '@noren/core/people/status';
import type * as z from 'zod/mini';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** The personal information of step two, as saved. */
export type PersonalInfo = z.infer<typeof personalInfo>;
/** The questionnaire's answers, by question. */
export type SurveyAnswers = Record<'purpose' | 'incomeBand' | 'otherDebts' | 'heardFrom', string>;

/** A user's identity as confirmed in step one. */
export interface Identity {
  readonly name: string;
  readonly birthDay: BusinessDay;
  readonly pan: string;
  readonly aadhaarLast4: string;
  readonly state: 'verified' | 'review' | 'refused';
  /** Why a person has to look at it; empty when verified. */
  readonly reasons: readonly string[];
}

export async function writeSurvey(tx: Tx | Db, userId: string, answers: SurveyAnswers, now: number): Promise<void> {
  const row = { answers: JSON.stringify(answers), saved_at: timestamp(now) };
  await tx
    .insertInto('survey_answers')
    .values({ user_id: userId, ...row })
    .onConflict((clash) => clash.column('user_id').doUpdateSet(row))
    .execute();
}

export async function readSurvey(db: Db | Tx, userId: string): Promise<SurveyAnswers | null> {
  const row = await db.selectFrom('survey_answers').select('answers').where('user_id', '=', userId).executeTakeFirst();
  return row ? (row.answers as SurveyAnswers) : null;
}

/** An identity to be written: the Aadhaar number only as its hash and last four digits. */
export interface NewIdentity extends Identity {
  readonly aadhaarHash: Buffer;
  /** What the documents said, for whoever reviews it. */
  readonly read: unknown;
}

/** Writes the identity. @throws the database's clash on `identities_pan_hash_key` or `identities_aadhaar_hash_key` */
export async function writeIdentity(
  tx: Tx | Db,
  crypto: FieldCrypto,
  userId: string,
  identity: NewIdentity,
  now: number,
): Promise<void> {
  const row = {
    name_enc: crypto.encrypt(identity.name, `identities.name_enc:${userId}`),
    birth_day_enc: crypto.encrypt(identity.birthDay, `identities.birth_day_enc:${userId}`),
    pan_enc: crypto.encrypt(identity.pan, `identities.pan_enc:${userId}`),
    pan_hash: crypto.hash('pan', identity.pan),
    aadhaar_last4: identity.aadhaarLast4,
    aadhaar_hash: identity.aadhaarHash,
    ocr_fields_enc: crypto.encrypt(JSON.stringify(identity.read), `identities.ocr_fields_enc:${userId}`),
    state: identity.state,
    reasons: JSON.stringify(identity.reasons),
    saved_at: timestamp(now),
  };
  await tx
    .insertInto('identities')
    .values({ user_id: userId, ...row })
    .onConflict((clash) => clash.column('user_id').doUpdateSet(row))
    .execute();
}

export async function readIdentity(db: Db | Tx, crypto: FieldCrypto, userId: string): Promise<Identity | null> {
  const row = await db.selectFrom('identities').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (!row) return null;
  return {
    name: crypto.decrypt(row.name_enc, `identities.name_enc:${userId}`),
    birthDay: crypto.decrypt(row.birth_day_enc, `identities.birth_day_enc:${userId}`) as BusinessDay,
    pan: crypto.decrypt(row.pan_enc, `identities.pan_enc:${userId}`),
    aadhaarLast4: row.aadhaar_last4,
    state: row.state,
    reasons: row.reasons,
  };
}

/** Puts a name or a birth day in the place of the confirmed one. */
export async function correctIdentity(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  to: { name: string } | { birthDay: BusinessDay },
): Promise<void> {
  const row =
    'name' in to
      ? { name_enc: crypto.encrypt(to.name, `identities.name_enc:${userId}`) }
      : { birth_day_enc: crypto.encrypt(to.birthDay, `identities.birth_day_enc:${userId}`) };
  await tx.updateTable('identities').set(row).where('user_id', '=', userId).execute();
}

export async function writePersonalInfo(
  tx: Tx | Db,
  crypto: FieldCrypto,
  userId: string,
  info: PersonalInfo,
  now: number,
): Promise<void> {
  const row = {
    info_enc: crypto.encrypt(JSON.stringify(info), `personal_info.info_enc:${userId}`),
    saved_at: timestamp(now),
  };
  await tx
    .insertInto('personal_info')
    .values({ user_id: userId, ...row })
    .onConflict((clash) => clash.column('user_id').doUpdateSet(row))
    .execute();
}

export async function readPersonalInfo(db: Db | Tx, crypto: FieldCrypto, userId: string): Promise<PersonalInfo | null> {
  const row = await db.selectFrom('personal_info').select('info_enc').where('user_id', '=', userId).executeTakeFirst();
  return row ? (JSON.parse(crypto.decrypt(row.info_enc, `personal_info.info_enc:${userId}`)) as PersonalInfo) : null;
}

/** Whether a user's contacts are kept. */
export async function hasContacts(tx: Tx | Db, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('contacts').select('position').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/** Forgets them. */
export async function dropContacts(tx: Tx | Db, userId: string): Promise<void> {
  await tx.deleteFrom('contacts').where('user_id', '=', userId).execute();
  await noContactsDue(tx, userId);
}

/** Makes step three due once more for somebody who had passed it and whose contacts are gone. */
export async function askContactsAnew(tx: Tx | Db, userId: string): Promise<void> {
  if (await hasContacts(tx, userId)) return;
  await tx
    .updateTable('users')
    .set({ needs_contacts: true })
    .where('user_id', '=', userId)
    .where('onboarding_status', '>=', statusAfter(UserStatus.registered, 'three'))
    .execute();
}

async function noContactsDue(tx: Tx | Db, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ needs_contacts: false })
    .where('user_id', '=', userId)
    .where('needs_contacts', '=', true)
    .execute();
}

/** An emergency contact, as typed. Nothing but the contacts' own screen reads them. Source: `docs/lawful.md`, row 13. */
export interface Contact {
  readonly relationship: string;
  readonly name: string;
  readonly phone: string;
}

export async function writeContacts(
  tx: Tx | Db,
  crypto: FieldCrypto,
  userId: string,
  contacts: readonly Contact[],
): Promise<void> {
  await tx.deleteFrom('contacts').where('user_id', '=', userId).execute();
  await tx
    .insertInto('contacts')
    .values(
      contacts.map(({ relationship, name, phone }, at) => ({
        user_id: userId,
        position: at + 1,
        relationship,
        name_enc: crypto.encrypt(name, `contacts.name_enc:${userId}`),
        phone_enc: crypto.encrypt(phone, `contacts.phone_enc:${userId}`),
        masked_phone: maskPhone(phone),
      })),
    )
    .execute();
  await noContactsDue(tx, userId);
}

/** The contacts as they may be shown again. */
export async function readContacts(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<{ relationship: string; name: string; maskedPhone: string }[]> {
  const rows = await db
    .selectFrom('contacts')
    .select(['relationship', 'name_enc', 'masked_phone'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    relationship: row.relationship,
    name: crypto.decrypt(row.name_enc, `contacts.name_enc:${userId}`),
    maskedPhone: row.masked_phone,
  }));
}
