import { findRefund } from '../../features/repayment/refunds/refund-store.ts';
import { countWaitingPayouts, readFrozenAt, readLendingStop } from '../../lending/lending-stop-store.ts';
import { readNomineeClaim } from '../../lending/nominee-claim-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { findStaff } from '../../platform/staff/staff-store.ts';
import { readNewestRotation } from '../keys/key-rotation-store.ts';
import { linksToMake } from './kinds/link-campaign.ts';
import {
  countErasable,
  hasFullKyc,
  isErased,
  maskedAccount,
  readLimitBounds,
  readRetainUntil,
} from './kinds/person-facts-store.ts';
import type { OperatorRequest } from './request/requests-store.ts';

/** A fact that a request changes, as text: amounts in paise. */
interface Fact {
  readonly what:
    | 'limit'
    | 'limit_used'
    | 'new_lending'
    | 'lending'
    | 'waiting_payouts'
    | 'full_kyc'
    | 'personal_data'
    | 'pictures'
    | 'sessions'
    | 'identity_record'
    | 'loan_records'
    | 'nominee_claim'
    | 'account'
    | 'dues'
    | 'refund_account'
    | 'roles'
    | 'links'
    | 'rotated_key'
    | 'rotation';
  readonly value: string;
}

/** The facts that a kind of request changes or that its decision rests on, at one moment of a transaction. */
export async function readFacts(tx: Tx, deps: Deps, request: OperatorRequest): Promise<Fact[]> {
  const { kind, userId } = request;
  switch (kind) {
    case 'limit_override': {
      const bounds = userId === null ? undefined : await readLimitBounds(tx, userId);
      if (!bounds) return [];
      return [
        { what: 'limit', value: String(bounds.limitPaise) },
        { what: 'limit_used', value: String(bounds.usedPaise) },
      ];
    }
    case 'lending_freeze': {
      if (userId === null) return [];
      const isFrozen = (await readFrozenAt(tx, userId)) !== null;
      return [
        { what: 'new_lending', value: isFrozen ? 'frozen' : 'open' },
        { what: 'waiting_payouts', value: String(await countWaitingPayouts(tx, userId)) },
      ];
    }
    case 'lending_start': {
      const { isStopped } = await readLendingStop(tx);
      return [
        { what: 'lending', value: isStopped ? 'stopped' : 'open' },
        { what: 'waiting_payouts', value: String(await countWaitingPayouts(tx, null)) },
      ];
    }
    case 'refund_payout': {
      const refund = await findRefund(tx, request.detail.refundRef);
      return [{ what: 'refund_account', value: (refund && (await maskedAccount(tx, refund.userId))) ?? 'none' }];
    }
    case 'role_change': {
      const roles = (await findStaff(tx, request.detail.staffId))?.roles ?? [];
      return [{ what: 'roles', value: roles.length === 0 ? 'none' : roles.join(', ') }];
    }
    case 'full_kyc':
      return userId === null ? [] : [{ what: 'full_kyc', value: (await hasFullKyc(tx, userId)) ? 'done' : 'not_done' }];
    case 'key_rotation': {
      const newest = await readNewestRotation(tx);
      return [
        { what: 'rotated_key', value: newest ? String(newest.keyId) : 'none' },
        { what: 'rotation', value: newest?.state === 'running' ? 'running' : 'not_running' },
      ];
    }
    case 'erasure':
      return userId === null ? [] : readErasureFacts(tx, userId);
    case 'nominee_claim':
      return userId === null ? [] : readClaimFacts(tx, userId);

    case 'link_campaign':
      return [{ what: 'links', value: String(await linksToMake(tx, deps, request)) }];

    default:
      return [];
  }
}

/** What goes, and what the law has kept: the identity of a borrower until a day, and the loans by number alone. */
async function readErasureFacts(tx: Tx, userId: string): Promise<Fact[]> {
  const { sessions, pictures, loans } = await countErasable(tx, userId);
  return [
    { what: 'personal_data', value: (await isErased(tx, userId)) ? 'erased' : 'on_file' },
    { what: 'pictures', value: String(pictures) },
    { what: 'sessions', value: String(sessions) },
    { what: 'identity_record', value: (await readRetainUntil(tx, userId)) ?? 'none' },
    { what: 'loan_records', value: String(loans) },
  ];
}

async function readClaimFacts(tx: Tx, userId: string): Promise<Fact[]> {
  const runs = (await readNomineeClaim(tx, userId)) !== undefined;
  const { sessions } = await countErasable(tx, userId);
  return [
    { what: 'nominee_claim', value: runs ? 'recorded' : 'none' },
    { what: 'dues', value: runs ? 'not_raised' : 'raised' },
    { what: 'account', value: runs ? 'closed' : 'open' },
    { what: 'sessions', value: String(sessions) },
    { what: 'new_lending', value: (await readFrozenAt(tx, userId)) !== null ? 'frozen' : 'open' },
  ];
}
