import type { AnswerOf } from '@noren/contract/call';
import type { guidanceMsg } from '@noren/contract/preorder';
import { guidanceTextVersion } from '@noren/core/lending/guidance';
import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { anyStatusOf } from '../../lending/status-literals.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

type Shown = NonNullable<AnswerOf<typeof guidanceMsg>['guidance']>;

/** An offer of the loan guide as it was made. */
export interface KeptGuidance {
  readonly guidanceId: string;
  readonly settledLoans: number;
  readonly limitNowPaise: number;
  readonly limitAskedPaise: number;
  readonly products: Shown['products'];
  readonly couponId: string;
  readonly expiresAt: number;
  readonly answer: 'applied' | 'given_up' | null;
}

/** The newest offer made to a user, and what it stands beside. */
export async function readGuidance(
  db: Db | Tx,
  userId: string,
): Promise<{ newest: KeptGuidance | undefined; settledLoans: number; hasReservation: boolean }> {
  const newest = await db
    .selectFrom('guidances')
    .select([
      'guidance_id as guidanceId',
      'settled_loans as settledLoans',
      'current_limit_paise as limitNowPaise',
      'proposed_limit_paise as limitAskedPaise',
      sql<Shown['products']>`products`.as('products'),
      'coupon_id as couponId',
      'expires_at as expiresAt',
      'answer',
    ])
    .where('user_id', '=', userId)
    .orderBy('settled_loans', 'desc')
    .limit(1)
    .executeTakeFirst();
  const orders = await db
    .selectFrom('orders')
    .select([
      sql<number>`count(*) filter (where status = ${sql.lit(OrderStatus.settled)})::int`.as('settledLoans'),
      sql<boolean>`coalesce(bool_or(status in ${anyStatusOf([OrderStatus.reserved, OrderStatus.awaitingAcceptance])}), false)`.as(
        'hasReservation',
      ),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { newest, ...orders };
}

/** Writes an offer. */
export async function addGuidance(
  tx: Tx,
  made: Omit<KeptGuidance, 'guidanceId' | 'answer'> & { userId: string; basis: object; now: number },
): Promise<void> {
  await tx
    .insertInto('guidances')
    .values({
      user_id: made.userId,
      settled_loans: made.settledLoans,
      current_limit_paise: made.limitNowPaise,
      proposed_limit_paise: made.limitAskedPaise,
      products: JSON.stringify(made.products),
      coupon_id: made.couponId,
      basis: JSON.stringify(made.basis),
      created_at: timestamp(made.now),
      expires_at: timestamp(made.expiresAt),
      answer: null,
    })
    .execute();
}

/** Keeps what the user answered; the first answer stands. @returns whether this was it */
export async function answerGuidance(
  tx: Tx,
  given: { userId: string; guidanceId: string; answer: 'applied' | 'given_up'; now: number },
): Promise<boolean> {
  const done = await tx
    .updateTable('guidances')
    .set({ answer: given.answer, answered_at: timestamp(given.now) })
    .where('user_id', '=', given.userId)
    .where('guidance_id', '=', given.guidanceId)
    .where('answer', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** What was answered to one offer of a user's; undefined when there is no such offer. */
export async function readAnswer(
  tx: Tx,
  userId: string,
  guidanceId: string,
): Promise<Pick<KeptGuidance, 'answer'> | undefined> {
  return tx
    .selectFrom('guidances')
    .select('answer')
    .where('user_id', '=', userId)
    .where('guidance_id', '=', guidanceId)
    .executeTakeFirst();
}

/** Records the user's request for a larger limit, and raises the limit by it: nothing else ever does. */
export async function writeLimitRequest(
  tx: Tx,
  request: {
    userId: string;
    guidanceId: string;
    fromPaise: number;
    toPaise: number;
    language: string;
    deviceId: string;
    addressHash: string;
    sessionId: string;
    now: number;
  },
): Promise<void> {
  await tx
    .insertInto('limit_requests')
    .values({
      user_id: request.userId,
      guidance_id: request.guidanceId,
      from_paise: request.fromPaise,
      to_paise: request.toPaise,
      language: request.language,
      text_version: guidanceTextVersion,
      device_id: request.deviceId,
      address_hash: request.addressHash,
      session_id: request.sessionId,
      at: timestamp(request.now),
    })
    .execute();
  await tx
    .updateTable('credit_limits')
    .set({ limit_paise: request.toPaise })
    .where('user_id', '=', request.userId)
    .execute();
}
