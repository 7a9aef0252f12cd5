import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import { executeBatch, queueWithNext } from './statements.ts';
import type { NameKind } from './tables/people.ts';

/**
 * A name that belongs to one user only: the text of a number, or a keyed hash. While hashes move to
 * another key a row may have one of several: all of them, the newest key's first.
 */
export interface Name {
  readonly kind: NameKind;
  readonly name: Buffer | string | readonly Buffer[];
}

export interface OwnedName extends Name {
  readonly userId: string;
}

function toBytes(name: Name['name']): [Buffer, ...Buffer[]] {
  if (typeof name === 'string') return [Buffer.from(name)];
  if (Buffer.isBuffer(name)) return [name];

  const [first, ...others] = name;
  if (!first) throw new Error('a name has no bytes');

  return [first, ...others];
}

/**
 * Claims a name for a user before the user's row has it; claiming it again changes nothing. Fails
 * when another user has it: see `findTakenName`. Processes that know one more key and processes
 * that do not claim a hash in common, so that one of them fails.
 */
export const claimStatements = ({ kind, name, userId }: OwnedName): RawBuilder<unknown>[] =>
  toBytes(name).map(
    (one) => sql`
    insert into name_owners (kind, name, user_id, claimed_at)
    values (${kind}, ${one}, ${userId}, now())
    on conflict (kind, name) do update
      set user_id = excluded.user_id, claimed_at = excluded.claimed_at`,
  );

/**
 * `claimStatements`, sent together with the next statement, which fails when another user has the
 * name.
 */
export async function claimName(tx: Tx, name: OwnedName): Promise<void> {
  for (const statement of claimStatements(name)) await queueWithNext(tx, statement);
}

/**
 * Claims a name for a user who is new.
 * @returns the new user's id, or that of the user who has the name
 */
export async function claimForNewUser(db: Db | Tx, { kind, name }: Name): Promise<string> {
  const [newest, ...others] = toBytes(name);
  const { rows } = await sql<{ userId: string }>`
    insert into name_owners (kind, name, user_id, claimed_at)
    values (${kind}, ${newest}, uuidv7(), now())
    on conflict (kind, name) do update set claimed_at = excluded.claimed_at
    returning user_id`.execute(db);
  const [owner] = rows;
  if (!owner) throw new Error('a claim returned no owner');

  if (others.length > 0)
    await executeBatch(db, claimStatements({ kind, name: others, userId: owner.userId }));

  return owner.userId;
}

/** The statement by which the users who have names are read. */
export const selectOwners = (
  kind: NameKind,
  names: readonly Buffer[],
): RawBuilder<{ name: Buffer; userId: string }> => sql`
  select name, user_id from name_owners
  where kind = ${kind} and name = any(${[...names]}::bytea[])`;

/**
 * Claims a name for a user unless another has it; twice at once, the second waits for the first.
 * The hash of the oldest key comes first: all processes know it.
 * @returns whether the user has it now
 */
export async function claimIfFree(tx: Tx, { kind, name, userId }: OwnedName): Promise<boolean> {
  for (const one of toBytes(name).toReversed()) {
    const { rows } = await sql<{ userId: string }>`
      insert into name_owners (kind, name, user_id, claimed_at)
      values (${kind}, ${one}, ${userId}, now())
      on conflict (kind, name) do update set claimed_at = excluded.claimed_at
      returning user_id`.execute(tx);
    if (rows[0]?.userId === userId) continue;

    await freeName(tx, { kind, name, userId });
    return false;
  }

  return true;
}

/** The user who has a name. A claim can be older than its user's row: read that row too. */
export async function findOwner(db: Db | Tx, { kind, name }: Name): Promise<string | null> {
  const row = await db
    .selectFrom('name_owners')
    .select('userId')
    .where('kind', '=', kind)
    .where('name', 'in', toBytes(name))
    .executeTakeFirst();
  return row?.userId ?? null;
}

/**
 * Frees a name of a user for others, in the transaction that ends its use. Sent with the next
 * statement.
 */
export async function freeName(tx: Tx, { kind, name, userId }: OwnedName): Promise<void> {
  await queueWithNext(
    tx,
    tx
      .deleteFrom('name_owners')
      .where('kind', '=', kind)
      .where('name', 'in', toBytes(name))
      .where('userId', '=', userId),
  );
}

/** Frees names of a user for others. */
export async function freeNames(
  db: Db | Tx,
  { kind, names, userId }: { kind: NameKind; names: readonly Buffer[]; userId: string },
): Promise<void> {
  await sql`
    delete from name_owners
    where kind = ${kind} and name = any(${[...names]}::bytea[]) and user_id = ${userId}`.execute(
    db,
  );
}

/** The code of `refuse_other_owner`. */
const OTHER_OWNER = 'NR001';

/** What kind of name a failed claim was for; null for every other error. */
export function findTakenName(error: unknown): NameKind | null {
  const { code, detail } = (error ?? {}) as { code?: unknown; detail?: unknown };
  return code === OTHER_OWNER && typeof detail === 'string' ? (detail as NameKind) : null;
}
