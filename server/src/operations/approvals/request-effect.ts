import type { Language } from '@noren/contract/fields';
import { canonicalJson } from '@noren/core/people/canonical-json';
import { displayedStatus, payoffAmount, readLoan } from '../../lending/loan-book.ts';
import { notificationText } from '../../lending/notifications/notification-texts.ts';
import { findOrderById } from '../../lending/order-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { readOwnJournals, readOwnNotifications } from './request-effect-store.ts';

/** An order before or after: its status and what closes it today. Paise. */
export interface OrderFigures {
  readonly repayId: string;
  readonly status: number;
  readonly owedPaise: number;
  readonly overdueDays: number;
}

/** What a request does: journals, messages and figures, computed by the code that carries it out. */
export interface RequestEffect {
  readonly journals: readonly {
    readonly repayId: string | null;
    readonly kind: string;
    readonly valueDay: string;
    /** Debits are positive. */
    readonly lines: readonly (readonly [account: string, amountPaise: number])[];
  }[];
  readonly messages: readonly {
    readonly to: string;
    readonly kind: string;
    readonly language: string;
    readonly title: string;
    readonly text: string;
  }[];
  readonly orders: readonly { readonly before: OrderFigures; readonly after: OrderFigures }[];
  /** Facts that are no orders; left out by kinds that change none. */
  readonly facts?: readonly { readonly what: string; readonly before: string; readonly after: string }[];
}

export interface AffectedOrder {
  readonly userId: string;
  readonly orderId: string;
}

/** The figures of orders at one moment of a transaction. */
export async function readFigures(tx: Tx, deps: Deps, orders: readonly AffectedOrder[]): Promise<OrderFigures[]> {
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
  of: { userIds: readonly string[]; orders: readonly AffectedOrder[]; before: readonly OrderFigures[] },
): Promise<RequestEffect> {
  const journals = await readOwnJournals(tx, of.userIds);
  const messages = await readOwnNotifications(tx, deps.crypto, of.userIds);
  const after = await readFigures(tx, deps, of.orders);
  return {
    journals: journals.map(({ repayId, kind, valueDay, lines }) => ({ repayId, kind, valueDay, lines })),
    messages: messages.map(({ maskedPhone: to, kind, language, values }) => ({
      to,
      kind,
      language,
      ...notificationText(language as Language, kind, values),
    })),
    orders: of.before.flatMap((before) => {
      const now = after.find(({ repayId }) => repayId === before.repayId);
      return now ? [{ before, after: now }] : [];
    }),
  };
}

/** Whether two effects are the same: what a person saw is what would happen. */
export function isSameEffect(a: RequestEffect, b: RequestEffect): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
