import { checkPhone } from '@noren/core/typed/phone';
import type { Translate } from '../../i18n/index.ts';
import type { Problems } from '../../shared/forms/form.ts';
import { describeNameProblem } from '../../shared/forms/name-rules.ts';

/** The form values of both contacts. */
export const emptyContacts = {
  relationship0: '',
  name0: '',
  phone0: '',
  relationship1: '',
  name1: '',
  phone1: '',
};

export type Contacts = typeof emptyContacts;

/** The problems of the contacts: each complete, two different people. Source: `docs/people.md`. */
export function checkContacts(values: Contacts, t: Translate): Problems<Contacts> {
  const problems: Problems<Contacts> = {};
  for (const index of [0, 1] as const) {
    if (values[`relationship${index}`] === '')
      problems[`relationship${index}`] = t('certification.choose_relationship');
    const name = describeNameProblem(values[`name${index}`], 'certification.contact_name_empty', t);
    if (name) problems[`name${index}`] = name;

    const phone = checkPhone(values[`phone${index}`]);
    if (!phone.ok) problems[`phone${index}`] = t(`login.phone_${phone.fault}`);
  }

  const [first, second] = [checkPhone(values.phone0), checkPhone(values.phone1)];
  if (first.ok && second.ok && first.value === second.value)
    problems.phone1 = t('certification.contact_same');

  return problems;
}

/** The form's field for the server's path ('contacts.1.phone'), or undefined. */
export function fieldOfPath(path: string): keyof Contacts | undefined {
  const [, index, name] = /^contacts\.([01])\.(relationship|name|phone)$/.exec(path) ?? [];
  return index === undefined ? undefined : (`${name}${index}` as keyof Contacts);
}
