/**
 * How a field is corrected: at once; at once after a code entered just now; or by a person who
 * looks at it, because the law or a decision depends on it. @ASSUMED which field is corrected how.
 * Source: DPDP Act, s. 12; `docs/lawful.md`, row 9.
 */
export type CorrectionManner = 'at_once' | 'code' | 'review';

/** Every field a borrower may correct, in the order of the page. */
export const corrections = {
  name: 'review',
  birthday: 'review',
  gender: 'code',
  email: 'code',
  street: 'code',
  locality: 'code',
  district: 'code',
  state: 'code',
  pin: 'code',
  education: 'at_once',
  maritalStatus: 'at_once',
  childrenCount: 'at_once',
  workStatus: 'review',
  industry: 'at_once',
  monthlyIncome: 'review',
  salaryType: 'at_once',
  payday: 'at_once',
  companyName: 'at_once',
  companyAddress: 'at_once',
} as const satisfies Record<string, CorrectionManner>;

/** A field that may be corrected. */
export type CorrectedField = keyof typeof corrections;

export const CORRECTED_FIELDS = Object.keys(corrections) as [CorrectedField, ...CorrectedField[]];

/** Why staff refuse a correction. */
export const CORRECTION_REFUSALS = [
  'not_shown',
  'picture_unreadable',
  'same_as_before',
  'write_to_us',
] as const;

export type CorrectionRefusal = (typeof CORRECTION_REFUSALS)[number];

export function isCorrectionRefusal(reason: string): reason is CorrectionRefusal {
  return (CORRECTION_REFUSALS as readonly string[]).includes(reason);
}

/** Whether step one confirmed the field against the cards; step two saved the others. */
export function isIdentityField(field: CorrectedField): field is 'name' | 'birthday' {
  return field === 'name' || field === 'birthday';
}
