import { checkAadhaar, checkPan } from '@noren/core/people/identity-numbers';
import type { Translate } from '../../i18n/index.ts';
import type { DescribeRefusal, Problems } from '../../shared/forms/form.ts';
import { describeNameFault, describeNameProblem } from '../../shared/forms/name-rules.ts';
import { birthDayFault } from './birth-day.ts';

/**
 * The form values of an identity; `aadhaar` is typed only when the card's number could not be used.
 */
export const emptyIdentity = { name: '', pan: '', birthDay: '', aadhaar: '' };
export type Identity = typeof emptyIdentity;

/** The problems of an identity. Source: `docs/identity.md`, "Identity documents". */
export function checkIdentity(
  values: Identity,
  typesAadhaar: boolean,
  t: Translate,
): Problems<Identity> {
  const problems: Problems<Identity> = {};
  const name = describeNameProblem(values.name, 'certification.name_empty', t);
  if (name) problems.name = name;

  const pan = checkPan(values.pan);
  if (!pan.ok) problems.pan = t(`certification.pan_${pan.fault}`);

  const fault = birthDayFault(values.birthDay);
  if (fault) problems.birthDay = t(`certification.birthday_${fault}`);

  const aadhaar = checkAadhaar(values.aadhaar);
  if (typesAadhaar && !aadhaar.ok) problems.aadhaar = t(`certification.aadhaar_${aadhaar.fault}`);

  return problems;
}

export const describeRefusal: DescribeRefusal<Identity> = (path, problem, t) => {
  switch (path) {
    case 'name':
      return { field: path, text: describeNameFault(problem, 'certification.name_empty', t) };
    case 'pan':
      return { field: path, text: t('certification.pan_format') };
    case 'birthDay':
      return {
        field: path,
        text: t(problem === 'age' ? 'certification.birthday_age' : 'certification.birthday_day'),
      };
    case 'aadhaar':
      return {
        field: path,
        text: t(
          problem === 'empty' ? 'certification.aadhaar_empty' : 'certification.aadhaar_checksum',
        ),
      };
    default:
      return null;
  }
};
