import type { Language } from '@noren/contract/fields';
import { canonicalJson } from '@noren/core/people/canonical-json';
import { displayedStatus, payoffAmount, readLoan } from '../../../lending/book/loan-book.ts';
import { findOrderById } from '../../../lending/orders/order-store.ts';
import { notificationText } from '../../../notifications/notification-texts.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { readOwnJournals, readOwnNotifications } from './request-effect-store.ts';

/** An order before or after: its status and what closes it today. Paise. */
export interface OrderFigures {
  readonly repayId: string;
  readonly status: number;
  readonly owedPaise: number;
  readonly overdueDays: number;
}

/**
 * The amount of a request's money, as the acts about it record it; a request that is about none has
 * none.
 */
export function amountIn(effect: Pick<RequestEffect, 'money'> | null): { amountPaise?: number } {
  return effect?.money ? { amountPaise: effect.money.amountPaise } : {};
}

/** The money that a request is about. */
export interface RequestMoney {
  readonly amountPaise: number;
  /** Of the transfer that brought it. */
  readonly utrLast4: string | null;
  /** Day it was paid, or is to be paid by. */
  readonly day: string | null;
  /**
   * Masked name and phone of the borrower who paid it, owes it or gets it; null where nobody is
   * known.
   */
  readonly person: string | null;
}

/** A journal of a request. Debits are positive. */
interface EffectJournal {
  readonly repayId: string | null;
  readonly kind: string;
  readonly valueDay: string;
  readonly lines: readonly (readonly [account: string, amountPaise: number])[];
}

/**
 * What a request does: journals, messages and figures, computed by the code that carries it out.
 */
export interface RequestEffect {
  readonly journals: readonly EffectJournal[];
  readonly messages: readonly {
    readonly to: string;
    readonly kind: string;
    readonly language: string;
    readonly title: string;
    readonly text: string;
  }[];
  readonly orders: readonly { readonly before: OrderFigures; readonly after: OrderFigures }[];
  /** Facts that are no orders; left out by kinds that change none. */
  readonly facts?: readonly {
    readonly what: string;
    readonly before: string;
    readonly after: string;
  }[];
  /** The money that it is about; left out by kinds that are about none. */
  readonly money?: RequestMoney;
}

/** What an approval did: its effect, with the journals by their ids. */
export interface DoneEffect extends RequestEffect {
  readonly journals: readonly (EffectJournal & { readonly journalId: string })[];
}

/** As it is shown before: each preview makes journals of its own. */
export function withoutIds({ journals, ...effect }: DoneEffect): RequestEffect {
  return { ...effect, journals: journals.map(({ journalId, ...journal }) => journal) };
}

export interface AffectedOrder {
  readonly userId: string;
  readonly orderId: string;
}

/** The figures of orders at one moment of a transaction. */
export async function readFigures(
  tx: Tx,
  deps: Deps,
  orders: readonly AffectedOrder[],
): Promise<OrderFigures[]> {
  const figures: OrderFigures[] = [];
  for (const { userId, orderId } of orders) {
    const order = await findOrderById(tx, userId, orderId);
    if (!order) continue;

    const { view } = await readLoan(tx, order, deps.today());
    figures.push({
      repayId: order.repayId,
      status: displayedStatus(order.status, view),
      owedPaise: payoffAmount(view),
      overdueDays: view.overdueDays,
    });
  }

  return figures;
}

/** What the present transaction has done so far to these orders and users. */
export async function readEffect(
  tx: Tx,
  deps: Deps,
  scope: {
    userIds: readonly string[];
    orders: readonly AffectedOrder[];
    before: readonly OrderFigures[];
  },
): Promise<DoneEffect> {
  const journals = await readOwnJournals(tx, scope.userIds);
  const messages = await readOwnNotifications(tx, deps.crypto, scope.userIds);
  const after = await readFigures(tx, deps, scope.orders);

  return {
    journals: journals.map(({ journalId, repayId, kind, valueDay, lines }) => {
      return { journalId, repayId, kind, valueDay, lines };
    }),
    messages: messages.map(({ maskedPhone: to, kind, language, values }) => ({
      to,
      kind,
      language,
      ...notificationText(language as Language, kind, values),
    })),
    orders: scope.before.flatMap((before) => {
      const now = after.find(({ repayId }) => repayId === before.repayId);
      return now ? [{ before, after: now }] : [];
    }),
  };
}

/** Whether two effects are the same: what a person saw is what would happen. */
export function isSameEffect(a: RequestEffect, b: RequestEffect): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
