import type { AnswerOf } from '@noren/contract/call';
import type { guidanceMsg } from '@noren/contract/preorder';
import { guidanceTextVersion } from '@noren/core/lending/guidance';
import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import type { Columns } from '../../platform/db/column-list.ts';
import { changesRow, type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { toStatusList } from '../../platform/db/status-list.ts';
import type { Tables } from '../../platform/db/tables.ts';

type GuidanceView = NonNullable<AnswerOf<typeof guidanceMsg>['guidance']>;

/** A larger limit offered by the loan guide. */
export interface StoredGuidance {
  readonly guidanceId: string;
  readonly settledLoans: number;
  readonly limitNowPaise: number;
  readonly requestedLimitPaise: number;
  readonly products: GuidanceView['products'];
  readonly couponId: string;
  readonly expiresAt: number;
  readonly answer: 'applied' | 'given_up' | null;
}

/** A user's newest guidance, with the order facts that decide about the next one. */
export async function readGuidance(
  db: Db | Tx,
  userId: string,
): Promise<{ newest: StoredGuidance | undefined; settledLoans: number; hasReservation: boolean }> {
  const newest = await db
    .selectFrom('guidances')
    .select([
      'guidanceId',
      'settledLoans',
      'currentLimitPaise as limitNowPaise',
      'proposedLimitPaise as requestedLimitPaise',
      sql<GuidanceView['products']>`products`.as('products'),
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
      sql<number>`count(*) filter (where is_repaid)::int`.as('settledLoans'),
      sql<boolean>`coalesce(bool_or(status in ${toStatusList([
        OrderStatus.reserved,
        OrderStatus.awaitingAcceptance,
      ])}), false)`.as('hasReservation'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();

  return { newest, ...orders };
}

export async function addGuidance(
  tx: Tx,
  guidance: Omit<StoredGuidance, 'guidanceId' | 'answer'> & {
    userId: string;
    basis: object;
    now: number;
  },
): Promise<void> {
  await tx
    .insertInto('guidances')
    .values({
      userId: guidance.userId,
      settledLoans: guidance.settledLoans,
      currentLimitPaise: guidance.limitNowPaise,
      proposedLimitPaise: guidance.requestedLimitPaise,
      products: JSON.stringify(guidance.products),
      couponId: guidance.couponId,
      basis: JSON.stringify(guidance.basis),
      createdAt: timestamp(guidance.now),
      expiresAt: timestamp(guidance.expiresAt),
      answer: null,
    })
    .execute();
}

/**
 * Stores the user's answer; only the first counts.
 * @returns whether this was the first
 */
export async function answerGuidance(
  tx: Tx,
  input: { userId: string; guidanceId: string; answer: 'applied' | 'given_up'; now: number },
): Promise<boolean> {
  return tx
    .updateTable('guidances')
    .set({ answer: input.answer, answeredAt: timestamp(input.now) })
    .where('userId', '=', input.userId)
    .where('guidanceId', '=', input.guidanceId)
    .where('answer', 'is', null)
    .$call(changesRow);
}

/** Undefined when the user has no such guidance. */
export async function readGuidanceAnswer(
  tx: Tx,
  userId: string,
  guidanceId: string,
): Promise<Pick<StoredGuidance, 'answer'> | undefined> {
  return tx
    .selectFrom('guidances')
    .select('answer')
    .where('userId', '=', userId)
    .where('guidanceId', '=', guidanceId)
    .executeTakeFirst();
}

/**
 * Records the user's request for a larger limit and raises the limit. A limit is never raised
 * without such a request.
 */
export async function writeLimitRequest(
  tx: Tx,
  request: Omit<Columns<'limit_requests', keyof Tables['limit_requests']>, 'textVersion' | 'at'> & {
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
