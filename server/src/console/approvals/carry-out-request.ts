import { LoanEventError } from '@noren/core/lending/loan-events';
import { lenderUserId } from '../../lending/book/ledger.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { findKind } from './kinds/kinds.ts';
import { OperatorError } from './request/operator-error.ts';
import {
  type AffectedOrder,
  type DoneEffect,
  type RequestEffect,
  type RequestMoney,
  readEffect,
  readFigures,
  withoutIds,
} from './request/request-effect.ts';
import { nameBorrowers, undoneAfter } from './request/request-effect-store.ts';
import type { OperatorRequest } from './request/requests-store.ts';

/** A request that was carried out: what is shown of it, and what this transaction did. */
interface CarriedOut {
  readonly effect: RequestEffect;
  readonly done: DoneEffect;
}

/**
 * Carries a request out in the transaction of its preview or of its approval, and reads what that
 * did.
 * @throws OperatorError, LoanEventError when it is not possible now
 */
export async function carryOutRequest(
  tx: Tx,
  deps: Deps,
  request: OperatorRequest,
): Promise<CarriedOut> {
  const money = await readMoney(tx, deps, request);
  const factsBefore = await readFacts(tx, deps, request);

  const { effect, done } = await executeOnOrders(tx, deps, request);

  const factsAfter = await readFacts(tx, deps, request);
  const facts = factsBefore.map(({ what, value }, at) => {
    return { what, before: value, after: factsAfter[at]?.value ?? '' };
  });
  const more = { ...(facts.length > 0 && { facts }), ...(money && { money }) };

  return { effect: { ...effect, ...more }, done: { ...done, ...more } };
}

async function readFacts(tx: Tx, deps: Deps, request: OperatorRequest) {
  return (await findKind(request).facts?.(tx, deps, request)) ?? [];
}

/**
 * The money before the request is carried out; undefined for a kind that is about none, and where
 * it is gone.
 */
async function readMoney(
  tx: Tx,
  deps: Deps,
  request: OperatorRequest,
): Promise<RequestMoney | undefined> {
  const found = await findKind(request).money?.(tx, deps, request);
  if (!found) return undefined;

  const { userId, ...money } = found;
  const people = await nameBorrowers(tx, deps.crypto, userId === null ? [] : [userId]);

  return { ...money, person: (userId !== null && people.get(userId)) || null };
}

async function executeOnOrders(tx: Tx, deps: Deps, request: OperatorRequest): Promise<CarriedOut> {
  const kind = findKind(request);
  const orders = await findAffectedOrders(tx, request);
  const before = await readFigures(tx, deps, orders);
  const userIds = [
    ...orders.map(({ userId }) => userId),
    ...(request.userId ? [request.userId] : []),
  ];
  const readEffectNow = () =>
    readEffect(tx, deps, { userIds: [...new Set(userIds), lenderUserId], orders, before });

  if (!kind.executeAfterProvider) {
    await kind.execute(tx, deps, request);
    const done = await readEffectNow();
    return { effect: withoutIds(done), done };
  }

  const effect = await undoneAfter(tx, async () => {
    await kind.executeAfterProvider?.(tx, deps, request);
    return readEffectNow();
  });
  await kind.execute(tx, deps, request);

  return { effect: withoutIds(effect), done: await readEffectNow() };
}

async function findAffectedOrders(tx: Tx, request: OperatorRequest): Promise<AffectedOrder[]> {
  const { affected } = findKind(request);
  if (affected) return affected(tx, request);

  const { userId, orderId } = request;
  return userId !== null && orderId !== null ? [{ userId, orderId }] : [];
}

/** A refusal of the ledger in the form of an operator's. */
export function inWords(error: unknown): unknown {
  if (!(error instanceof LoanEventError)) return error;
  return new OperatorError('not_possible', { reason: 'ledger_refuses', what: error.what });
}
