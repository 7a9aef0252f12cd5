import type { Language } from '@noren/contract/fields';
import type { LenderData } from '@noren/contract/public';
import { offerValidDays } from '@noren/core/lending/guidance';
import { otpRules } from '@noren/core/people/otp';
import { say } from '../platform/translations/translations.ts';
import { LINK_HOURS } from './sign-in-link-store.ts';
import type { SmsTemplate } from './sms-templates.ts';

/**
 * What a variable holds, as the operators' registry wants to know of each (TRAI's direction of 18
 * November 2025).
 */
export type SmsTag = 'numeric' | 'alphanumeric' | 'url';

/** The variables of all texts. A callback number is none: it is in the fixed text. */
export const SMS_TAGS = {
  code: 'numeric',
  last4: 'numeric',
  link: 'url',
  amount: 'alphanumeric',
  penal: 'alphanumeric',
  charges: 'alphanumeric',
  repayId: 'alphanumeric',
  day: 'alphanumeric',
  dueDay: 'alphanumeric',
  moment: 'alphanumeric',
  collector: 'alphanumeric',
} as const satisfies Record<string, SmsTag>;

const ORDER_AMOUNT_DAY =
  'a person has or had other orders: the order, the amount and the day are all needed to act on the message';

const AMOUNT_DAY_LINK =
  'the amount and its day are needed to act on the message, and the address pays it';
const ORDER_AMOUNT_LINK =
  'a person has or had other orders: the order and the amount are needed to understand the ' +
  'message, and the address pays it';

/** Two variables are allowed without a reason, a third with one that the registry records. */
export const THIRD_VARIABLE: Readonly<Partial<Record<SmsTemplate, string>>> = {
  loan_paid_out: ORDER_AMOUNT_DAY,
  dues_corrected: ORDER_AMOUNT_DAY,
  settlement_offered: ORDER_AMOUNT_DAY,
  payout_failed: ORDER_AMOUNT_DAY,
  payout_reversed: ORDER_AMOUNT_DAY,
  payout_ends: ORDER_AMOUNT_DAY,
  due_soon: ORDER_AMOUNT_DAY,
  due_today: ORDER_AMOUNT_DAY,
  debit_announced: ORDER_AMOUNT_DAY,
  overdue: ORDER_AMOUNT_DAY,
  penal_charged:
    'the rules on penal charges want the charge, and what is owed with it, told together',
  penal_week: AMOUNT_DAY_LINK,
  dues_corrected_with_link: AMOUNT_DAY_LINK,
  settlement_offered_with_link: AMOUNT_DAY_LINK,
  due_soon_with_link: AMOUNT_DAY_LINK,
  due_today_with_link: AMOUNT_DAY_LINK,
  debit_announced_with_link: AMOUNT_DAY_LINK,
  overdue_with_link: AMOUNT_DAY_LINK,
  payment_reversed_with_link: ORDER_AMOUNT_LINK,
  payment_moved_with_link: ORDER_AMOUNT_LINK,
};

/**
 * The lender's own words in the texts. A change of one is a new registration of the texts that have
 * it.
 */
export interface SmsConstants {
  readonly host: string;
  readonly officer: string;
  readonly officerPhone: string;
  readonly officerEmail: string;
  readonly callsFrom: string;
}

/** Takes them from the settings. */
export function takeSmsConstants(
  host: string,
  { lender, staffService }: LenderWords,
): SmsConstants {
  const { name: officer, phone: officerPhone, email: officerEmail } = lender.grievance;
  return { host, officer, officerPhone, officerEmail, callsFrom: staffService.servicePhone };
}

type LenderWords = Pick<LenderData, 'lender' | 'staffService'>;

const ofProgram = {
  minutes: String(otpRules.validMs / 60_000),
  hours: String(LINK_HOURS),
  days: String(offerValidDays),
};

/** The text as it is registered: variables as the registry or as MSG91 writes them. */
export function registeredText(
  language: Language,
  template: SmsTemplate,
  { form, constants }: { form: 'registry' | 'msg91'; constants: SmsConstants },
): string {
  const variables = Object.entries(SMS_TAGS).map(([name, tag]) => [
    name,
    form === 'registry' ? `{#${tag}#}` : `##${name}##`,
  ]);

  return say(language, `sms.${template}`, {
    ...ofProgram,
    ...constants,
    ...Object.fromEntries(variables),
  });
}
