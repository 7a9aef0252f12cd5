import type { Language } from '@noren/contract/fields';
import { smsValues } from '@noren/core/lending/sms-values';
import { formatDay, isBusinessDay } from '@noren/core/money/time';
import { isCorrectionRefusal } from '@noren/core/people/correction';
import { say, type TextId } from '../platform/translations/translations.ts';
import type { SmsTemplate } from './sms-templates.ts';

/** What is also told to a number that is not the user's, in words of its own. */
export const TEXT_FOR_OTHER = {
  phone_change: 'phone_change_other',
  phone_change_stopped: 'phone_change_stopped_other',
  phone_changed: 'phone_changed_other',
} as const satisfies Partial<Record<SmsTemplate, SmsTemplate>>;

/** Notifications sent to the user by SMS: every registered template but codes and links. */
export type NotificationTemplate = Exclude<
  SmsTemplate,
  | 'login_code'
  | 'confirm_code'
  | 'sign_in_link'
  | 'phone_change_link'
  | (typeof TEXT_FOR_OTHER)[keyof typeof TEXT_FOR_OTHER]
>;
/** What a notification is about: what is sent by SMS too, and what is not. */
export type NotificationKind =
  | NotificationTemplate
  | 'debit_announced'
  | 'debit_not_made'
  | 'feedback_answered'
  | 'feedback_closed'
  | 'export_ready'
  | 'erasure_stopped'
  | 'correction_decided'
  | 'correction_refused'
  | 'identity_step';

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

/** Values as a reader sees them: days as DD/MM/YYYY, a refusal's code in words. */
function displayValues(language: Language, values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, displayValue(language, name, value)]),
  );
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
