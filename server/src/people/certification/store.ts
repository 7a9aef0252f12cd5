import type { personalInfo } from '@noren/contract/personal-info';
import type { BusinessDay } from '@noren/core/money/time';
import { maskPhone } from '@noren/core/people/identity-numbers';
import { nameKey } from '@noren/core/people/name-match';
import { compareSource } from '@noren/core/people/source-match';
import { statusAfter, UserStatus } from '@noren/core/people/status';
import type * as z from 'zod/mini';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { claimName, freeName } from '../../platform/db/name-owners-store.ts';
import { forgetScreening } from '../sanctions/screening-store.ts';
import { noteChangedIdentity } from './source-store.ts';

/** Step two. */
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
  /** Why it needs manual review; empty when verified. */
  readonly reasons: readonly string[];
}

export async function writeSurvey(
  tx: Tx | Db,
  userId: string,
  answers: SurveyAnswers,
  now: number,
): Promise<void> {
  const row = { answers: JSON.stringify(answers), savedAt: timestamp(now) };
  await tx
    .insertInto('survey_answers')
    .values({ userId, ...row })
    .onConflict((clash) => clash.column('userId').doUpdateSet(row))
    .execute();
}

export async function readSurvey(db: Db | Tx, userId: string): Promise<SurveyAnswers | null> {
  const row = await db
    .selectFrom('survey_answers')
    .select('answers')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ? (row.answers as SurveyAnswers) : null;
}

/**
 * The Aadhaar number is stored only as a hash and its last four digits. Given is the hash of the
 * oldest key that a row may have, so that it is claimed with every later one too.
 */
export interface NewIdentity extends Identity {
  readonly aadhaarHash: Buffer;
  /** The fields read from the documents, for the reviewer. */
  readonly read: unknown;
}

type ConfirmedValues = Pick<
  NewIdentity,
  'name' | 'birthDay' | 'pan' | 'aadhaarLast4' | 'aadhaarHash'
>;

/** Claims numbers for this user, and frees those of the identity before. */
async function claimNumbers(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  { pan, aadhaarHash }: Pick<ConfirmedValues, 'pan' | 'aadhaarHash'>,
): Promise<void> {
  const before = await tx
    .selectFrom('identities')
    .select(['panHash', 'aadhaarHash'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (before) {
    if (!crypto.isSameHash(before.panHash, crypto.hash('pan', pan)))
      await freeName(tx, { kind: 'pan', name: crypto.versionsFrom(before.panHash), userId });
    if (!crypto.isSameHash(before.aadhaarHash, aadhaarHash))
      await freeName(tx, {
        kind: 'aadhaar',
        name: crypto.versionsFrom(before.aadhaarHash),
        userId,
      });
  }

  await claimName(tx, { kind: 'pan', name: crypto.hashes('pan', pan), userId });
  await claimName(tx, { kind: 'aadhaar', name: crypto.versionsFrom(aadhaarHash), userId });
}

function toColumns(crypto: FieldCrypto, userId: string, values: ConfirmedValues) {
  const { name, birthDay, pan, aadhaarLast4, aadhaarHash } = values;

  return {
    nameEnc: crypto.encrypt(name, `identities.name_enc:${userId}`),
    nameHash: crypto.hash('name', nameKey(name)),
    birthDayEnc: crypto.encrypt(birthDay, `identities.birth_day_enc:${userId}`),
    panEnc: crypto.encrypt(pan, `identities.pan_enc:${userId}`),
    panHash: crypto.hash('pan', pan),
    aadhaarLast4,
    aadhaarHash: crypto.lift(aadhaarHash),
  };
}

/**
 * Claims the PAN and Aadhaar number and frees those of the identity before.
 * @throws an error of `findTakenName` when another user has one
 */
export async function writeIdentity(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  identity: NewIdentity,
  now: number,
): Promise<void> {
  await claimNumbers(tx, crypto, userId, identity);
  await forgetScreening(tx, crypto, userId, identity);

  const row = {
    ...toColumns(crypto, userId, identity),
    ocrFieldsEnc: crypto.encrypt(
      JSON.stringify(identity.read),
      `identities.ocr_fields_enc:${userId}`,
    ),
    state: identity.state,
    wasVerified: false,
    reasons: JSON.stringify(identity.reasons),
    savedAt: timestamp(now),
    confirmedAt: null,
  };
  await tx
    .insertInto('identities')
    .values({ userId, ...row })
    .onConflict((clash) => clash.column('userId').doUpdateSet(row))
    .execute();
}

export async function readIdentity(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<Identity | null> {
  const row = await db
    .selectFrom('identities')
    .selectAll()
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!row) return null;

  return {
    name: crypto.decrypt(row.nameEnc, `identities.name_enc:${userId}`),
    birthDay: crypto.decrypt(row.birthDayEnc, `identities.birth_day_enc:${userId}`) as BusinessDay,
    pan: crypto.decrypt(row.panEnc, `identities.pan_enc:${userId}`),
    aadhaarLast4: row.aadhaarLast4,
    state: row.state,
    reasons: row.reasons,
  };
}

/**
 * Replaces what was confirmed by the values that a reviewer chose.
 * @throws as `writeIdentity`
 */
export async function replaceConfirmed(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  values: ConfirmedValues,
): Promise<void> {
  await noteNewValues(tx, crypto, userId, values);
  await claimNumbers(tx, crypto, userId, values);
  await forgetScreening(tx, crypto, userId, values);

  await tx
    .updateTable('identities')
    .set(toColumns(crypto, userId, values))
    .where('userId', '=', userId)
    .execute();
}

/** Before values replace confirmed ones: a source that agreed with those does not with others. */
async function noteNewValues(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  to: Partial<Pick<Identity, 'name' | 'birthDay' | 'aadhaarLast4'>>,
): Promise<void> {
  const former = await readIdentity(tx, crypto, userId);
  if (!former) return;

  const said = { ...former, birth: former.birthDay, last4: former.aadhaarLast4 };
  await noteChangedIdentity(tx, userId, compareSource(said, { ...former, ...to }));
}

/** Replaces the confirmed name or date of birth. */
export async function correctIdentity(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  to: { name: string } | { birthDay: BusinessDay },
): Promise<void> {
  await noteNewValues(tx, crypto, userId, to);
  await forgetScreening(tx, crypto, userId, to);

  const row =
    'name' in to
      ? {
          nameEnc: crypto.encrypt(to.name, `identities.name_enc:${userId}`),
          nameHash: crypto.hash('name', nameKey(to.name)),
        }
      : { birthDayEnc: crypto.encrypt(to.birthDay, `identities.birth_day_enc:${userId}`) };
  await tx.updateTable('identities').set(row).where('userId', '=', userId).execute();
}

export async function writePersonalInfo(
  tx: Tx | Db,
  crypto: FieldCrypto,
  userId: string,
  info: PersonalInfo,
  now: number,
): Promise<void> {
  const row = {
    infoEnc: crypto.encrypt(JSON.stringify(info), `personal_info.info_enc:${userId}`),
    savedAt: timestamp(now),
  };

  await tx
    .insertInto('personal_info')
    .values({ userId, ...row })
    .onConflict((clash) => clash.column('userId').doUpdateSet(row))
    .execute();
}

export async function readPersonalInfo(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<PersonalInfo | null> {
  const row = await db
    .selectFrom('personal_info')
    .select('infoEnc')
    .where('userId', '=', userId)
    .executeTakeFirst();

  return row
    ? (JSON.parse(crypto.decrypt(row.infoEnc, `personal_info.info_enc:${userId}`)) as PersonalInfo)
    : null;
}

/** A date of birth corrected in step one is also corrected in the data of step two. */
export async function syncBirthDay(
  tx: Tx,
  crypto: FieldCrypto,
  { userId, birthday, now }: { userId: string; birthday: string; now: number },
): Promise<void> {
  const info = await readPersonalInfo(tx, crypto, userId);
  if (info && info.birthday !== birthday)
    await writePersonalInfo(tx, crypto, userId, { ...info, birthday }, now);
}

export async function hasContacts(tx: Tx | Db, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('contacts')
    .select('position')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteContacts(tx: Tx | Db, userId: string): Promise<void> {
  await tx.deleteFrom('contacts').where('userId', '=', userId).execute();
  await clearContactsDue(tx, userId);
}

/** Makes step three due again for a user who had passed it and whose contacts were deleted. */
export async function requireContactsAgain(tx: Tx | Db, userId: string): Promise<void> {
  if (await hasContacts(tx, userId)) return;
  await tx
    .updateTable('users')
    .set({ needsContacts: true })
    .where('userId', '=', userId)
    .where('onboardingStatus', '>=', statusAfter(UserStatus.registered, 'three'))
    .execute();
}

async function clearContactsDue(tx: Tx | Db, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ needsContacts: false })
    .where('userId', '=', userId)
    .where('needsContacts', '=', true)
    .execute();
}

/** An emergency contact. Used only by the contacts screen. Source: `docs/lawful.md`, row 13. */
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
  await tx.deleteFrom('contacts').where('userId', '=', userId).execute();
  await tx
    .insertInto('contacts')
    .values(
      contacts.map(({ relationship, name, phone }, at) => ({
        userId,
        position: at + 1,
        relationship,
        nameEnc: crypto.encrypt(name, `contacts.name_enc:${userId}`),
        phoneEnc: crypto.encrypt(phone, `contacts.phone_enc:${userId}`),
        maskedPhone: maskPhone(phone),
      })),
    )
    .execute();

  await clearContactsDue(tx, userId);
}

/** The contacts with masked phone numbers. */
export async function readContacts(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<{ relationship: string; name: string; maskedPhone: string }[]> {
  const rows = await db
    .selectFrom('contacts')
    .select(['relationship', 'nameEnc', 'maskedPhone'])
    .where('userId', '=', userId)
    .orderBy('position')
    .execute();

  return rows.map((row) => ({
    relationship: row.relationship,
    name: crypto.decrypt(row.nameEnc, `contacts.name_enc:${userId}`),
    maskedPhone: row.maskedPhone,
  }));
}
