import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { AffectedOrder, RequestMoney } from '../request/request-effect.ts';
import type { OperatorRequest, RequestKind } from '../request/requests-store.ts';

/** A request of one kind. */
export type RequestOfKind<K extends RequestKind> = Extract<OperatorRequest, { kind: K }>;

/** A fact that a request changes or that its decision rests on, as text: amounts in paise. */
export interface Fact {
  readonly what:
    | 'limit'
    | 'limit_used'
    | 'level_ceiling'
    | 'new_lending'
    | 'lending'
    | 'waiting_payouts'
    | 'full_kyc'
    | 'risk_class'
    | 'renewal_due'
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
    | 'rotation'
    | 'un_list'
    | 'national_list';
  readonly value: string;
}

/** The money of a request, with the borrower whose masked name is shown beside it. */
export type MoneyFacts = Omit<RequestMoney, 'person'> & { readonly userId: string | null };

/**
 * What one kind of request is. Every function works in the transaction of the preview or of the
 * approval.
 */
export interface Kind<K extends RequestKind> {
  /**
   * Names what the request is about: of a kind only one request about the same subject may be open.
   * Without it, or where it answers null, two open requests may not be equal in every detail.
   */
  subject?(request: RequestOfKind<K>): string | null;

  /**
   * Finds the orders whose figures are shown before and after. Without it: the order that the
   * request names.
   */
  affected?(tx: Tx, request: RequestOfKind<K>): Promise<AffectedOrder[]>;

  /** Reads the facts that are shown before and after. */
  facts?(tx: Tx, deps: Deps, request: RequestOfKind<K>): Promise<Fact[]>;

  /** Reads the money that the request is about; undefined where it is gone. */
  money?(tx: Tx, deps: Deps, request: RequestOfKind<K>): Promise<MoneyFacts | undefined>;

  /** @throws OperatorError, LoanEventError when it is not possible now */
  execute(tx: Tx, deps: Deps, request: RequestOfKind<K>): Promise<void>;

  /**
   * For a kind that asks a provider first: does what follows once the provider agrees. A preview
   * shows it and undoes it.
   */
  executeAfterProvider?(tx: Tx, deps: Deps, request: RequestOfKind<K>): Promise<void>;

  /** Whether its maker may carry it out without a second person. Without it: never. */
  mayBeAlone?(
    tx: Tx,
    deps: Deps,
    request: Pick<RequestOfKind<K>, 'requestId' | 'userId' | 'detail'>,
  ): Promise<boolean>;
}

/** An amount without a transfer. */
export function plainMoney(
  amountPaise: number,
  userId: string | null,
  day: string | null = null,
): MoneyFacts {
  return { amountPaise, utrLast4: null, day, userId };
}

export const aboutOrder = ({ orderId }: OperatorRequest): string | null =>
  orderId === null ? null : `order:${orderId}`;

export const aboutUser = ({ userId }: OperatorRequest): string | null =>
  userId === null ? null : `user:${userId}`;

/** @throws OperatorError for a request without a borrower */
export function requireUser({ userId }: Pick<OperatorRequest, 'userId'>): string {
  if (userId === null) throw new OperatorError('unknown', 'borrower_missing');
  return userId;
}

/** @throws OperatorError for a request without an order */
export function requireOrder({ userId, orderId }: OperatorRequest): AffectedOrder {
  if (userId === null || orderId === null) throw new OperatorError('unknown', 'order_missing');
  return { userId, orderId };
}
