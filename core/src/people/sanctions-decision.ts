/** Why a reviewer found somebody not to be the listed person. */
export const OTHER_PERSON_REASONS = [
  'birth_day_differs',
  'name_differs',
  'particulars_differ',
  'no_longer_listed',
] as const;

export type OtherPersonReason = (typeof OTHER_PERSON_REASONS)[number];

/** The reason of a decision that somebody is the listed person. */
export const SAME_PERSON = 'same_person';
