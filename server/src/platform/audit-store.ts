import type { Db, Tx } from './db/db.ts';
import { NO_ID, timestamp } from './db/db.ts';

/** One line of the audit log: who did what to what. `detail` holds no personal data. */
export interface Action {
  readonly at: number;
  /** Null for an action about no single user. */
  readonly userId: string | null;
  readonly actor: string;
  readonly action: string;
  readonly subject?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * Who decided, as the log names them: `staff:` and the id of somebody of the lender, or an operator
 * by name.
 */
export const toActor = (operator: string): string =>
  operator.startsWith('staff:') ? operator : `operator:${operator}`;

/** Appends what a borrower did, in the transaction of the recorded change. */
export function recordOwnAction(
  tx: Tx | Db,
  { userId, now }: { userId: string; now: number },
  action: Pick<Action, 'action' | 'subject' | 'detail'>,
): Promise<void> {
  return recordAction(tx, { ...action, at: now, userId, actor: 'user' });
}

/** Appends what the program decided about a borrower by itself, such as a refusal. */
export function recordSystemAction(
  tx: Tx | Db,
  { userId, now }: { userId: string; now: number },
  action: Pick<Action, 'action' | 'subject' | 'detail'>,
): Promise<void> {
  return recordAction(tx, { ...action, at: now, userId, actor: 'system' });
}

/** Appends to the audit log, in the transaction of the recorded change. */
export async function recordAction(tx: Tx | Db, action: Action): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      at: timestamp(action.at),
      userId: action.userId ?? NO_ID,
      actor: action.actor,
      action: action.action,
      subject: action.subject ?? null,
      detail: JSON.stringify(action.detail ?? {}),
    })
    .execute();
}
