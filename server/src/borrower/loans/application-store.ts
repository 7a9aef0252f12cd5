import type { Quote } from '@noren/core/lending/offer';
import { endedBeforePayoutStatuses } from '@noren/core/lending/order-status';
import type { BusinessDay } from '@noren/core/money/time';
import { type Nullable, sql } from 'kysely';
import {
  type CreditFacts,
  type CreditRow,
  creditColumns,
  creditTables,
  selectLimitForUpdate,
  toCreditFacts,
} from '../../lending/credit/credit-store.ts';
import type { AccountFacts } from '../../lending/orders/payable-account.ts';
import { listColumns, type RowOf } from '../../platform/db/column-list.ts';
import type { Tx } from '../../platform/db/db.ts';
import { executeBatch } from '../../platform/db/statements.ts';
import { toStatusList } from '../../platform/db/status-list.ts';

/** The accepted quote with the facts of its Key Facts Statement (KFS). */
export interface Proposal {
  readonly quote: Quote;
  readonly kfsHash: string;
  readonly textVersion: string;
  readonly language: string;
  readonly validUntilDay: BusinessDay;
  /** Charges listed in the KFS. */
  readonly chargeCodes: readonly string[];
}

/** Everything a loan application is decided on. */
export interface ApplicationFacts {
  readonly credit: CreditFacts;
  readonly proposal: Proposal | null;
  /** The order made from this quote, or the reservation it was made for. */
  readonly order: {
    readonly orderId: string;
    readonly repayId: string;
    readonly status: number;
  } | null;
  /** Whether a newer quote has replaced this one for its order. */
  readonly isSuperseded: boolean;
  /** Whether another order holds the quote's coupon. */
  readonly isCouponTaken: boolean;
  /** Whether the user has a pending acceptance, of this quote or another. */
  readonly hasPendingAcceptance: boolean;
  /** Purposes whose consent is withdrawn. */
  readonly withdrawn: readonly string[];
  /** Whether the contacts must be entered again. */
  readonly areContactsDue: boolean;
  readonly account:
    | ({ readonly accountId: string; readonly accountLast4: string } & AccountFacts)
    | null;
  readonly isStillOffered: boolean;
  /** A fresh id for the journal of the order. */
  readonly journalId: string;
  /** The encrypted personal information, with the date of birth. */
  readonly infoEnc: Buffer | null;
  /** Version of the scorecard in force. */
  readonly cardVersion: string;
}

const QUOTE = listColumns('quotes', 'q', [
  sql<Quote>`quote`.as('quote'),
  'kfsHash',
  'textVersion',
  'language',
  'validUntilDay',
  'chargeCodes',
]);
const ORDER = listColumns('orders', 'o', ['orderId', 'repayId']);
const ACCOUNT = listColumns('bank_accounts', 'a', [
  'accountId',
  'accountLast4',
  'nameMatch',
  'validation',
  'payableFrom',
]);

type Row = CreditRow &
  Nullable<RowOf<typeof QUOTE> & RowOf<typeof ORDER> & RowOf<typeof ACCOUNT>> &
  Pick<
    ApplicationFacts,
    'journalId' | 'isCouponTaken' | 'withdrawn' | 'infoEnc' | 'cardVersion'
  > & {
    readonly madeFor: string | null;
    readonly orderStatus: number | null;
    readonly hasWaiting: boolean;
    readonly needsContacts: boolean;
    readonly isOffered: boolean;
  };

/**
 * Locks the user's limit, and then reads what was committed before that: two statements in one
 * message.
 */
export async function readApplication(
  tx: Tx,
  input: { userId: string; proposalNo: string; today: BusinessDay },
): Promise<ApplicationFacts> {
  const [, rows] = await executeBatch(tx, [
    selectLimitForUpdate(input.userId),
    selectApplication(input),
  ]);

  return toApplicationFacts(rows[0]!);
}

const selectApplication = ({
  userId,
  proposalNo,
  today,
}: {
  userId: string;
  proposalNo: string;
  today: BusinessDay;
}) => sql<Row>`
  select ${creditColumns}, uuidv7() as journal_id, ${QUOTE}, q.order_id as made_for,
         ${ORDER}, o.status as order_status, ${ACCOUNT},
         exists (
           select from orders t
           where t.user_id = u.user_id and t.coupon_id = (q.quote->>'couponId')::uuid
             and t.status not in ${toStatusList(endedBeforePayoutStatuses)}
             and t.order_id is distinct from o.order_id) as is_coupon_taken,
         exists (
           select from product_versions p
           where p.code = q.product_code and p.effective_from <= ${today}::date
             and (p.effective_to is null or p.effective_to >= ${today}::date)) as is_offered,
         exists (
           select from pending_acceptances w
           where w.user_id = u.user_id and w.voided_at is null) as has_waiting,
         array(
           select c.purpose from consents c
           where c.user_id = u.user_id and c.withdrawn_at is not null
             and not exists (
               select from consents n
               where n.user_id = c.user_id and n.purpose = c.purpose
                 and n.consent_id > c.consent_id)) as withdrawn,
         exists (
           select from users d where d.user_id = u.user_id and d.needs_contacts) as needs_contacts,
         b.info_enc,
         (select v.version from scorecard_versions v where v.effective_from <= ${today}::date
          order by v.effective_from desc limit 1) as card_version
  from ${creditTables(userId, today)}
  left join quotes q on q.user_id = u.user_id and q.proposal_no = ${proposalNo}
  left join orders o on o.user_id = u.user_id and o.proposal_no = q.proposal_no
  left join bank_accounts a on a.user_id = u.user_id and a.replaced_at is null
  left join personal_info b on b.user_id = u.user_id`;

function toApplicationFacts(row: Row): ApplicationFacts {
  return {
    credit: toCreditFacts(row),
    proposal:
      row.quote &&
      row.kfsHash &&
      row.textVersion &&
      row.language &&
      row.validUntilDay &&
      row.chargeCodes
        ? {
            quote: row.quote,
            kfsHash: row.kfsHash,
            textVersion: row.textVersion,
            language: row.language,
            validUntilDay: row.validUntilDay,
            chargeCodes: row.chargeCodes,
          }
        : null,
    order:
      row.orderId === null || row.repayId === null || row.orderStatus === null
        ? null
        : { orderId: row.orderId, repayId: row.repayId, status: row.orderStatus },
    isSuperseded: row.madeFor !== null && row.orderId === null,
    isCouponTaken: row.isCouponTaken,
    hasPendingAcceptance: row.hasWaiting,
    withdrawn: row.withdrawn,
    areContactsDue: row.needsContacts,
    account:
      row.accountId &&
      row.accountLast4 &&
      row.nameMatch &&
      row.validation &&
      row.payableFrom !== null
        ? {
            accountId: row.accountId,
            accountLast4: row.accountLast4,
            nameMatch: row.nameMatch,
            validation: row.validation,
            payableFrom: row.payableFrom,
          }
        : null,
    isStillOffered: row.isOffered,
    journalId: row.journalId,
    infoEnc: row.infoEnc,
    cardVersion: row.cardVersion,
  };
}
