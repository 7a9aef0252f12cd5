import { nameKey } from '@noren/core/people/name-match';
import type { SearchKey, SearchKind } from '@noren/core/staff/search-key';
import { type RawBuilder, sql } from 'kysely';
import { listTransferUsers } from '../../lending/payments/posting/provider-payments-store.ts';
import { userOfPaymentCode } from '../../lending/payments/store.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { findOwner, type Name } from '../../platform/db/name-owners-store.ts';

/** A person as found by a key. */
export interface FoundPerson {
  readonly userId: string;
  readonly maskedPhone: string;
  readonly onboardingStatus: number;
  readonly needsContacts: boolean;
  readonly nameEnc: Buffer | null;
  readonly repayId: string | null;
  readonly ticketNo: string | null;
}

/** More people than this have no name in common; a longer list would be read, not searched. */
const MOST = 20;

/**
 * By each kind: user, order's public id and ticket. Each reads the directory, or an index of that
 * column.
 */
async function selectMatches(
  db: Db,
  crypto: FieldCrypto,
  { kind, value }: SearchKey,
): Promise<RawBuilder<unknown>> {
  const owner = async (name: Name): Promise<RawBuilder<unknown>> => {
    const userId = await findOwner(db, name);
    return sql`select user_id, ${name.kind === 'repay_id' ? value : null}::text as repay_id,
      ${name.kind === 'ticket' ? value : null}::text as ticket_no from users where user_id = ${userId}::uuid`;
  };

  switch (kind) {
    case 'phone':
      return owner({ kind, name: crypto.hashes('phone', value) });
    case 'pan':
      return owner({ kind, name: crypto.hashes('pan', value) });
    case 'name':
      return sql`select user_id, null::text as repay_id, null::text as ticket_no from identities
        where name_hash = any(${crypto.hashes('name', nameKey(value))}::bytea[]) order by user_id desc limit ${MOST}`;
    case 'order':
      return owner({ kind: 'repay_id', name: value });
    case 'proposal':
      return sql`select user_id, repay_id, null::text as ticket_no from orders where proposal_no = ${value}`;
    case 'ticket':
      return owner({ kind, name: value });
    case 'payment_code':
      return sql`select p.user_id, o.repay_id, null::text as ticket_no from payment_intents p
        join orders o using (user_id, order_id) where p.user_id = ${userOfPaymentCode(value)}::uuid and p.code = ${value}`;
    case 'utr': {
      const hash = crypto.hash('utr', value);
      const users = await listTransferUsers(db, hash.toString('hex'));
      const ofUsers = sql`join orders o on o.user_id = p.user_id and o.order_id = p.order_id
          where p.user_id = any(${users}::uuid[]) and p.utr_hash = ${hash}`;

      return sql`select p.user_id, o.repay_id, null::text as ticket_no from provider_payments p ${ofUsers}
        union select p.user_id, o.repay_id, null::text as ticket_no from repayment_proofs p ${ofUsers}
            and p.state = 'received'`;
    }
    default: {
      const missing: never = kind;
      throw new RangeError(`unknown key: ${missing}`);
    }
  }
}

/** The people of a key, newest first. */
export async function findPeople(
  db: Db,
  crypto: FieldCrypto,
  key: SearchKey,
): Promise<(FoundPerson & { foundBy: SearchKind })[]> {
  const { rows } = await sql<FoundPerson>`
    select u.user_id, u.masked_phone, u.onboarding_status, u.needs_contacts, i.name_enc, m.repay_id, m.ticket_no
    from (${await selectMatches(db, crypto, key)}) m join users u using (user_id) left join identities i on i.user_id = u.user_id
    where u.erased_at is null or m.repay_id is not null
    order by u.user_id desc limit ${MOST}`.execute(db);
  return rows.map((row) => ({ ...row, foundBy: key.kind }));
}
