import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { groupByShard } from '../../platform/distribution/distribution-store.ts';
import { isConfirmed, readHits, supersedeHits } from './hit-store.ts';

/** A person as they are screened. */
export interface PersonToScreen {
  readonly userId: string;
  readonly name: string;
  readonly birthDay: BusinessDay;
}

/** Some people who were not screened with these lists, in the order of their ids. */
export async function listUnscreened(
  db: Db | Tx,
  of: { screenedWith: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select i.user_id from identities i left join sanctions_screenings s on s.user_id = i.user_id
    where i.user_id > ${of.after} and s.screened_with is distinct from ${of.screenedWith}
    order by i.user_id limit ${of.limit}`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** How many people were not screened with these lists. */
export async function countUnscreened(db: Db | Tx, screenedWith: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from identities i left join sanctions_screenings s on s.user_id = i.user_id
    where s.screened_with is distinct from ${screenedWith}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * The identities of these people, locked, so that none changes before it was screened. The users
 * come first, as they do where an identity is stored or a case decided.
 */
export async function lockPeople(
  tx: Tx,
  crypto: FieldCrypto,
  userIds: readonly string[],
): Promise<PersonToScreen[]> {
  const people: PersonToScreen[] = [];
  for (const shardUserIds of (await groupByShard(tx, userIds, (userId) => userId)).values()) {
    await tx
      .selectFrom('users')
      .select('userId')
      .where('userId', 'in', [...shardUserIds])
      .orderBy('userId')
      .forUpdate()
      .execute();

    const rows = await tx
      .selectFrom('identities')
      .select(['userId', 'nameEnc', 'birthDayEnc'])
      .where('userId', 'in', [...shardUserIds])
      .orderBy('userId')
      .forUpdate()
      .execute();

    people.push(...rows.map((row) => toPerson(crypto, row)));
  }

  return people;
}

interface IdentityRow {
  readonly userId: string;
  readonly nameEnc: Buffer;
  readonly birthDayEnc: Buffer;
}

function toPerson(crypto: FieldCrypto, { userId, nameEnc, birthDayEnc }: IdentityRow) {
  return {
    userId,
    name: crypto.decrypt(nameEnc, `identities.name_enc:${userId}`),
    birthDay: crypto.decrypt(birthDayEnc, `identities.birth_day_enc:${userId}`) as BusinessDay,
  };
}

/** The people of these who have a hit. */
export async function listPeopleWithHits(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();

  const rows = await tx
    .selectFrom('sanctions_hits')
    .select('userId')
    .distinct()
    .where('userId', 'in', [...userIds])
    .where('state', '<>', 'superseded')
    .execute();

  return new Set(rows.map(({ userId }) => userId));
}

export async function writeScreenings(
  tx: Tx,
  userIds: readonly string[],
  of: { screenedWith: string; now: number },
): Promise<void> {
  if (userIds.length === 0) return;

  const screening = { screenedWith: of.screenedWith, screenedAt: timestamp(of.now) };
  await tx
    .insertInto('sanctions_screenings')
    .values(userIds.map((userId) => ({ userId, ...screening })))
    .onConflict((clash) => clash.column('userId').doUpdateSet(screening))
    .execute();
}

/**
 * Before a name or a date of birth is replaced: forgets what was found and decided about another
 * one: the person is screened again. That somebody is on a list stays until a reviewer
 * decides otherwise.
 */
export async function forgetScreening(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  to: { name?: string; birthDay?: string },
): Promise<void> {
  const row = await tx
    .selectFrom('identities')
    .select(['userId', 'nameEnc', 'birthDayEnc'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;

  const { name, birthDay } = toPerson(crypto, row);
  if ((to.name ?? name) === name && (to.birthDay ?? birthDay) === birthDay) return;

  const hits = (await readHits(tx, userId)).filter((hit) => !isConfirmed(hit));
  await supersedeHits(
    tx,
    userId,
    hits.map(({ hitId }) => hitId),
  );
  await tx.deleteFrom('sanctions_screenings').where('userId', '=', userId).execute();
}
