import type { WorkKind } from '@noren/core/staff/work-kinds';

/**
 * What began to wait for staff. Kinds and numbers alone: it goes to a mailbox or a chat, so nothing
 * personal is in it.
 */
export interface StaffAlert {
  /** The same where an alert is sent again. */
  readonly id: string;
  readonly text: string;
  readonly waiting: readonly {
    /** `comment`: on a request that waits for approval. */
    readonly kind: WorkKind | 'comment';
    readonly arrived: number;
    readonly late: number;
  }[];
}

/** `unknown`: nobody answered in time. */
export type StaffAlertAnswer =
  | { readonly state: 'sent' | 'unknown' }
  | { readonly state: 'refused'; readonly reason: string };

/** Alerts staff who do not look at the console. Never called inside a transaction. */
export interface StaffAlerts {
  send(alert: StaffAlert): Promise<StaffAlertAnswer>;
}
