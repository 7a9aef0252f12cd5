import { personalInfo } from '@noren/contract/personal-info';
import {
  keepApplicableWork,
  listWorkFields,
  type WorkField,
  workFields,
} from '@noren/core/people/work-fields';
import type { Translate } from '../../i18n/index.ts';
import type { Problems } from '../../shared/forms/form.ts';
import { birthDayFault } from './birth-day.ts';

/** The form values of step two, in the page's order. Source: specification §3. */
export const emptyPersonal = {
  gender: '',
  birthday: '',
  email: '',
  education: '',
  maritalStatus: '',
  childrenCount: '',
  workStatus: '',
  industry: '',
  monthlyIncome: '',
  salaryType: '',
  payday: '',
  companyName: '',
  companyAddress: '',
};

export type Personal = typeof emptyPersonal;

/** Whether the form shows a field: work fields only if they apply to the chosen work status. */
export function isApplicable(field: keyof Personal, values: Personal): boolean {
  return !isWork(field) || listWorkFields(values.workStatus).includes(field);
}

const isWork = (field: keyof Personal): field is WorkField =>
  (workFields as readonly string[]).includes(field);

/** The request fields of the form, without fields that are no longer shown. */
export function pickSentFields(values: Personal) {
  return keepApplicableWork<Omit<Personal, WorkField> & { [F in WorkField]?: string }>(values);
}

/**
 * The problems of step two's values by the call's schema, as texts that say how to fix them.
 * @param confirmed the birth day confirmed in step one; it can only be corrected there
 */
export function checkPersonal(
  values: Personal,
  confirmed: string | undefined,
  t: Translate,
): Problems<Personal> {
  const checked = personalInfo.safeParse(pickSentFields(values));
  const problems: Problems<Personal> = {};

  for (const issue of checked.success ? [] : checked.error.issues) {
    const field = issue.path[0] as keyof Personal;
    problems[field] ??= describe(field, values[field], issue.message, t);
  }

  const fault = birthDayFault(values.birthday);
  if (fault) problems.birthday = t(`certification.birthday_${fault}`);
  else if (confirmed && confirmed !== values.birthday)
    problems.birthday = t('certification.birthday_differs');

  return problems;
}

function describe(field: keyof Personal, value: string, problem: string, t: Translate): string {
  if (problem === 'long') return t('certification.too_long');
  switch (field) {
    case 'email':
      return t(value === '' ? 'certification.email_empty' : 'certification.email_format');
    case 'companyName':
      return t('certification.company_name_empty');
    case 'companyAddress':
      return t('certification.company_address_empty');
    case 'birthday':
      return t('certification.birthday_day');
    default:
      return t(`certification.choose_${field}`);
  }
}
