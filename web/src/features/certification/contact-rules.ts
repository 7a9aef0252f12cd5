import { checkPhone } from '@noren/core/people/identity-numbers';
import type { Translate } from '../../i18n/index.ts';
import type { Problems } from '../../shared/forms/form.ts';

/** Both contacts as the form holds them. */
export const emptyContacts = { relationship0: '', name0: '', phone0: '', relationship1: '', name1: '', phone1: '' };
export type Contacts = typeof emptyContacts;

/** What is wrong with the contacts: each whole, the second another person than the first. Source: `docs/domain.md`. */
export function checkContacts(values: Contacts, t: Translate): Problems<Contacts> {
  const problems: Problems<Contacts> = {};
  for (const place of [0, 1] as const) {
    if (values[`relationship${place}`] === '')
      problems[`relationship${place}`] = t('certification.choose_relationship');
    if (values[`name${place}`].trim().length < 2) problems[`name${place}`] = t('certification.contact_name_empty');
    const phone = checkPhone(values[`phone${place}`]);
    if (!phone.ok) problems[`phone${place}`] = t(phone.fault === 'empty' ? 'login.phone_empty' : 'login.phone_format');
  }
  const [first, second] = [checkPhone(values.phone0), checkPhone(values.phone1)];
  if (first.ok && second.ok && first.value === second.value) problems.phone1 = t('certification.contact_same');
  return problems;
}

/** The server's path of a contact's field ('contacts.1.phone') as the form's field, or undefined. */
export function fieldOfPath(path: string): keyof Contacts | undefined {
  const [, place, name] = /^contacts\.([01])\.(relationship|name|phone)$/.exec(path) ?? [];
  return place === undefined ? undefined : (`${name}${place}` as keyof Contacts);
}
