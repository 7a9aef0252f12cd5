import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { selectOwners } from '../platform/db/name-owners-store.ts';
import type { NameKind } from '../platform/db/tables/people.ts';

/** Where the names of a kind stand in users' rows. */
interface NameSource {
  readonly table: RawBuilder<unknown>;
  /** The name of the row `f`, as the directory has it. */
  readonly name: RawBuilder<unknown>;
  /**
   * Which rows `f` need their name to be claimed: others may have it, or may have lost it to
   * another user.
   */
  readonly isInUse: RawBuilder<unknown>;
}

const always = sql`true`;
const toUtf8 = (column: string): RawBuilder<unknown> => sql`convert_to(${sql.ref(column)}, 'UTF8')`;

const of = (
  table: string,
  name: RawBuilder<unknown>,
  isInUse: RawBuilder<unknown> = always,
): NameSource => ({
  table: sql.table(table),
  name,
  isInUse,
});

const SOURCES: { readonly [Kind in NameKind]: NameSource } = {
  phone: of('users', sql`f.phone_hash`, sql`f.erased_at is null`),
  pan: of('identities', sql`f.pan_hash`),
  aadhaar: of('identities', sql`f.aadhaar_hash`),
  bank_account: of('bank_accounts', sql`f.account_hash`, sql`f.replaced_at is null`),
  card_holder: of('identity_sources', sql`f.holder_hash`, sql`f.holder_hash is not null`),
  push_endpoint: of('push_subscriptions', sql`f.endpoint_hash`),
  sign_in_link: of('magic_links', sql`f.token_hash`),
  payment_link: of('payment_links', sql`f.token_hash`),
  repay_id: of('orders', toUtf8('f.repay_id')),
  ticket: of('feedback_tickets', toUtf8('f.ticket_no')),
  // Of mandates and of their debits, by which their provider's reports name them.
  mandate: {
    table: sql`(
      select user_id, provider || ':' || token_ref as name from mandates where token_ref is not null
      union all
      select user_id, provider || ':' || order_ref from mandate_debits where order_ref is not null)`,
    name: toUtf8('f.name'),
    isInUse: always,
  },
  // One that was taken off an order may be another user's now.
  payment: of(
    'provider_payments',
    sql`convert_to(f.provider || ':' || f.provider_ref, 'UTF8')`,
    sql`not exists (select from journals r where r.user_id = f.user_id and r.reverses = f.journal_id)`,
  ),
};

/** Whether the row `f` of a kind's table needs its name to be claimed. */
export const isNameInUse = (kind: NameKind): RawBuilder<unknown> => SOURCES[kind].isInUse;

export const NAME_KINDS = Object.keys(SOURCES) as NameKind[];

export interface StoredName {
  readonly userId: string;
  readonly name: Buffer;
}

/** Claims made between two ages, in minutes, by kind. */
export async function listClaims(
  db: Db,
  { olderThan, youngerThan }: { olderThan: number; youngerThan: number },
): Promise<Map<NameKind, StoredName[]>> {
  const { rows } = await sql<StoredName & { kind: NameKind }>`
    select kind, name, user_id from name_owners
    where claimed_at >= now() - make_interval(mins => ${youngerThan})
      and claimed_at < now() - make_interval(mins => ${olderThan})`.execute(db);
  return Map.groupBy(rows, ({ kind }) => kind) as Map<NameKind, StoredName[]>;
}

/** Those of the claims that the rows of their users have. */
export async function listClaimsInUse(
  db: Db,
  kind: NameKind,
  claims: readonly StoredName[],
): Promise<StoredName[]> {
  const { table, name } = SOURCES[kind];
  const users = claims.map(({ userId }) => userId);
  const names = claims.map((claim) => claim.name);
  const { rows } = await sql<StoredName>`
    select k.user_id, k.name from unnest(${users}::uuid[], ${names}::bytea[]) k(user_id, name)
    join ${table} f on f.user_id = k.user_id and ${name} = k.name`.execute(db);

  return rows;
}

/** Removes claims, except those claimed again since. */
export async function deleteClaims(
  db: Db,
  kind: NameKind,
  { claims, olderThan }: { claims: readonly StoredName[]; olderThan: number },
): Promise<void> {
  const users = claims.map(({ userId }) => userId);
  const names = claims.map((claim) => claim.name);
  await sql`
    delete from name_owners n using unnest(${users}::uuid[], ${names}::bytea[]) k(user_id, name)
    where n.kind = ${kind} and n.name = k.name and n.user_id = k.user_id
      and n.claimed_at < now() - make_interval(mins => ${olderThan})`.execute(db);
}

/** A page of the users' rows whose name must be claimed, in the order of users. */
export async function listNamesInUse(
  db: Db | Tx,
  kind: NameKind,
  { after, limit }: { after: string; limit: number },
): Promise<StoredName[]> {
  const { table, name, isInUse } = SOURCES[kind];
  // With ties: all rows of the last user.
  const { rows } = await sql<StoredName>`
    select f.user_id, ${name} as name from ${table} f where f.user_id > ${after} and ${isInUse}
    order by f.user_id fetch first ${sql.lit(limit)} rows with ties`.execute(db);

  return rows;
}

/** The owners of names, by the names in hexadecimal. */
export async function readOwners(
  db: Db | Tx,
  kind: NameKind,
  names: readonly Buffer[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await selectOwners(kind, names).execute(db);
  return new Map(rows.map(({ name, userId }) => [name.toString('hex'), userId]));
}
