import type { Notification } from '@noren/contract/support';
import type { NotificationKind } from './notification-texts.ts';

/** Where each leads; a kind left out does not compile. */
const SCREENS: Record<NotificationKind, Notification['screen']> = {
  loan_paid_out: 'repay',
  loan_settled: 'order',
  papers_sealed: 'order',
  review_done: 'none',
  document_needed: 'send_again',
  signed_out: 'none',
  new_device: 'none',
  passkey_added: 'none',
  passkey_removed: 'none',
  account_changed: 'none',
  phone_change: 'phone',
  phone_change_stopped: 'phone',
  phone_changed: 'phone',
  due_date_moved: 'repay',
  dues_corrected: 'repay',
  extension_lapsed: 'repay',
  return_missed: 'repay',
  coupon_missed: 'repay',
  refund_made: 'order',
  refund_paid_out: 'order',
  payment_reversed: 'repay',
  payment_moved: 'repay',
  settlement_offered: 'repay',
  settlement_lapsed: 'repay',
  offer_ready: 'order',
  payout_failed: 'order',
  payout_reversed: 'order',
  payout_cancelled: 'order',
  payout_ends: 'order',
  officer_assigned: 'repay',
  due_soon: 'repay',
  due_today: 'repay',
  overdue: 'repay',
  penal_charged: 'repay',
  debit_announced: 'repay',
  debit_not_made: 'repay',
  penal_levied: 'repay',
  penal_week: 'repay',
  feedback_answered: 'feedback',
  feedback_closed: 'feedback',
  renewal_open: 'details',
  renewal_late: 'details',
  feedback_passed_on: 'feedback',
  feedback_overdue: 'feedback',
  export_held: 'data',
  export_ready: 'data',
  erasure_requested: 'data',
  erasure_stopped: 'data',
  erasure_refused: 'data',
  correction_decided: 'data',
  correction_refused: 'data',
  identity_step: 'none',
  email_ended: 'email',
};

/** Whether notifications of this kind are still sent. */
export const isNotificationKind = (kind: string): kind is NotificationKind =>
  Object.hasOwn(SCREENS, kind);

/** Where a notification leads, and to which order. */
export function toDeepLink(
  kind: NotificationKind,
  values: Readonly<Record<string, string>>,
): Pick<Notification, 'screen' | 'repayId'> {
  const repayId = values.repayId ?? null;
  const screen = SCREENS[kind];
  return { screen: screen === 'repay' && repayId === null ? 'order' : screen, repayId };
}
