import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** People known by pictures of cards alone: verified, without full KYC and without a source. */
const seenOnly = sql`
  identities i join users u using (user_id)
  left join lateral (
    select n.verdict from identity_sources n
    where n.user_id = i.user_id order by n.source_id desc limit 1
  ) s on true
  where u.full_kyc_at is null
    and (i.was_verified or i.state = 'verified' and s.verdict is distinct from 'agrees')`;

/** How many people have the identity level `document_seen`. */
export async function countSeenOnly(db: Db): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from ${seenOnly}`.execute(db);
  return rows[0]!.people;
}

/**
 * People of the level `document_seen` whose approved limit is above its ceiling and who were not
 * told so, after one of them.
 */
export async function listHeldByLevel(
  db: Db,
  { ceiling, after, limit }: { ceiling: number; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select i.user_id from ${seenOnly}
      and (${after}::uuid is null or i.user_id > ${after}::uuid)
      and exists (
        select from credit_limits c
        where c.user_id = i.user_id and c.state = 'approved' and c.limit_paise > ${ceiling})
      and not exists (
        select from notifications m where m.user_id = i.user_id and m.kind = 'identity_step')
    order by i.user_id limit ${limit}`.execute(db);
  return rows.map(({ userId }) => userId);
}
