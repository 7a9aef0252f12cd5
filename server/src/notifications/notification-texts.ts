import type { Language } from '@noren/contract/fields';
import { smsValues } from '@noren/core/lending/sms-values';
import { regulatoryRowOn } from '@noren/core/lending/terms';
import { type BusinessDay, formatDay, isBusinessDay } from '@noren/core/money/time';
import { isCorrectionRefusal } from '@noren/core/people/correction';
import { say, type TextId } from '../platform/translations/translations.ts';
import type { SmsTemplate } from './sms-templates.ts';

/** What is also told to a number that is not the user's, in words of its own. */
export const TEXT_FOR_OTHER = {
  phone_change: 'phone_change_other',
  phone_change_stopped: 'phone_change_stopped_other',
  phone_changed: 'phone_changed_other',
} as const satisfies Partial<Record<SmsTemplate, SmsTemplate>>;

/**
 * The texts of messages about dues from 1 January 2027. Each has the grievance officer's name,
 * phone and e-mail, and a link that pays the loan.
 */
const TEXT_WITH_LINK = {
  due_date_moved: 'due_date_moved_with_link',
  dues_corrected: 'dues_corrected_with_link',
  payment_reversed: 'payment_reversed_with_link',
  payment_moved: 'payment_moved_with_link',
  settlement_offered: 'settlement_offered_with_link',
  settlement_lapsed: 'settlement_lapsed_with_link',
  officer_assigned: 'officer_assigned_with_link',
  due_soon: 'due_soon_with_link',
  due_today: 'due_today_with_link',
  debit_announced: 'debit_announced_with_link',
  overdue: 'overdue_with_link',
  // One of before that waited over the date.
  penal_charged: 'penal_week',
  penal_week: 'penal_week',
} as const satisfies Partial<Record<SmsTemplate, SmsTemplate>>;

/**
 * The text of a message about dues that has a link, by the day on which it is sent; null for every
 * other message.
 */
export function findTextWithLink(kind: string, today: BusinessDay): SmsTemplate | null {
  if (regulatoryRowOn('dunningHasEmail', today).value === 0) return null;
  return Object.hasOwn(TEXT_WITH_LINK, kind)
    ? TEXT_WITH_LINK[kind as keyof typeof TEXT_WITH_LINK]
    : null;
}

/** Notifications sent to the user by SMS: every registered template but codes and links. */
export type NotificationTemplate = Exclude<
  SmsTemplate,
  | 'login_code'
  | 'confirm_code'
  | 'sign_in_link'
  | 'phone_change_link'
  | (typeof TEXT_FOR_OTHER)[keyof typeof TEXT_FOR_OTHER]
  | `${string}_with_link`
>;
/** What a notification is about: what is sent by SMS too, and what is not. */
export type NotificationKind =
  | NotificationTemplate
  | 'debit_not_made'
  | 'feedback_answered'
  | 'feedback_closed'
  | 'feedback_passed_on'
  | 'feedback_overdue'
  | 'export_ready'
  | 'erasure_stopped'
  | 'correction_decided'
  | 'correction_refused'
  | 'identity_step'
  | 'penal_levied'
  | 'email_ended';

type Values = Readonly<Record<string, string>>;

/** A notification's words in a language, as they are read in the app. */
export function notificationText(
  language: Language,
  kind: NotificationKind,
  values: Values,
): { title: string; text: string } {
  const shown = displayValues(language, values);
  return {
    title: say(language, `notification.${kind}` satisfies TextId, shown),
    text: say(language, `notification.${kind}_text` satisfies TextId, shown),
  };
}

/**
 * Values as a reader sees them: days as DD/MM/YYYY, a refusal's code in words, an officer's e-mail
 * after their phone.
 */
function displayValues(language: Language, values: Values): Record<string, string> {
  const { officerPhone, officerEmail } = values;
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, displayValue(language, name, value)]),
  );

  return officerPhone && officerEmail
    ? { ...shown, officerPhone: `${officerPhone}, ${officerEmail}` }
    : shown;
}

function displayValue(language: Language, name: string, value: string): string {
  if (name === 'refusedBecause' && isCorrectionRefusal(value))
    return say(language, `correction.refused_${value}`);
  return isBusinessDay(value) ? formatDay(value) : value;
}

/**
 * The text of an SMS, which names its sender; what is registered is this text with its variables
 * open.
 */
export function smsText(language: Language, template: SmsTemplate, values: Values): string {
  return say(language, `sms.${template}`, smsValues(values));
}
