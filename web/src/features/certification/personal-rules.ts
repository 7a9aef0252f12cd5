import { personalForm } from '@noren/contract/personal-info';
import { isAddressField } from '@noren/core/people/address';
import {
  keepApplicableWork,
  listWorkFields,
  type WorkField,
  workFields,
} from '@noren/core/people/work-fields';
import type { Translate } from '../../i18n/index.ts';
import { describeAddressProblem, emptyAddress } from '../../shared/address/address-rules.ts';
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
  ...emptyAddress,
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

/** The fields to send: without work fields that the chosen work status hides. */
export function pickSentFields(values: Personal) {
  return keepApplicableWork<Omit<Personal, WorkField> & { [F in WorkField]?: string }>(values);
}

/**
 * Checks the values of step two against the request's schema.
 * @param confirmedBirthday confirmed in step one, the only place where it can be corrected
 * @returns for each invalid field a text that says how to fix it
 */
export function checkPersonal(
  values: Personal,
  confirmedBirthday: string | undefined,
  t: Translate,
): Problems<Personal> {
  const result = personalForm.safeParse(pickSentFields(values));
  const problems: Problems<Personal> = {};

  for (const issue of result.success ? [] : result.error.issues) {
    const field = issue.path[0] as keyof Personal;
    problems[field] ??= describeProblem(field, values[field], issue.message, t);
  }

  const fault = birthDayFault(values.birthday);
  if (fault) problems.birthday = t(`certification.birthday_${fault}`);
  else if (confirmedBirthday && confirmedBirthday !== values.birthday)
    problems.birthday = t('certification.birthday_differs');

  return problems;
}

function describeProblem(
  field: keyof Personal,
  value: string,
  problem: string,
  t: Translate,
): string {
  if (isAddressField(field)) return describeAddressProblem(field, problem, t);
  if (problem === 'long') return t('certification.too_long');
  if (problem === 'character') return t('certification.hidden_character');

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
