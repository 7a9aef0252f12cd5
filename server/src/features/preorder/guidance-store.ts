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
      'guidanceId',
      'settledLoans',
      'currentLimitPaise as limitNowPaise',
      'proposedLimitPaise as limitAskedPaise',
      sql<Shown['products']>`products`.as('products'),
      'couponId',
      'expiresAt',
      'answer',
    ])
    .where('userId', '=', userId)
    .orderBy('settledLoans', 'desc')
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
    .where('userId', '=', userId)
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
      userId: made.userId,
      settledLoans: made.settledLoans,
      currentLimitPaise: made.limitNowPaise,
      proposedLimitPaise: made.limitAskedPaise,
      products: JSON.stringify(made.products),
      couponId: made.couponId,
      basis: JSON.stringify(made.basis),
      createdAt: timestamp(made.now),
      expiresAt: timestamp(made.expiresAt),
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
    .set({ answer: given.answer, answeredAt: timestamp(given.now) })
    .where('userId', '=', given.userId)
    .where('guidanceId', '=', given.guidanceId)
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
    .where('userId', '=', userId)
    .where('guidanceId', '=', guidanceId)
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
      userId: request.userId,
      guidanceId: request.guidanceId,
      fromPaise: request.fromPaise,
      toPaise: request.toPaise,
      language: request.language,
      textVersion: guidanceTextVersion,
      deviceId: request.deviceId,
      addressHash: request.addressHash,
      sessionId: request.sessionId,
      at: timestamp(request.now),
    })
    .execute();
  await tx
    .updateTable('credit_limits')
    .set({ limitPaise: request.toPaise })
    .where('userId', '=', request.userId)
    .execute();
}
