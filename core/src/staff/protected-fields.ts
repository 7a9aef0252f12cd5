/** Data of a borrower that the console masks. An act that shows some of it unmasked lists it. */
export const PROTECTED_FIELDS = [
  'name',
  'phone',
  'pan',
  'aadhaar',
  'birthday',
  'address',
  'face',
  'email',
  'employer',
  'account',
  'nominee',
] as const;

export type ProtectedField = (typeof PROTECTED_FIELDS)[number];

/** What each picture of a review shows. */
export const SHOWN_ON_PICTURES = {
  panFront: ['name', 'pan', 'birthday', 'face'],
  aadhaarFront: ['name', 'aadhaar', 'birthday', 'face'],
  aadhaarBack: ['aadhaar', 'address'],
  signedPhoto: ['face'],
  face: ['face'],
} as const satisfies Record<string, readonly ProtectedField[]>;

/** What a case of a review shows; a correction shows the field that it corrects. */
export const SHOWN_IN_CASES = {
  identity: ['name', 'pan', 'aadhaar', 'birthday'],
  bank_name: ['name'],
  score: [],
  correction: [],
  sanctions: ['name', 'birthday'],
} as const satisfies Record<string, readonly ProtectedField[]>;

/** What each document of a loan shows of its borrower. */
export const SHOWN_IN_DOCUMENTS = {
  kfs: [],
  wording: [],
  agreement: ['name'],
  privacy: [],
  addendum: [],
  receipt: ['name'],
  statement: ['name'],
  closing: ['name'],
} as const satisfies Record<string, readonly ProtectedField[]>;

/** The protected ones among these field names. */
export function protectedAmong(names: readonly string[]): ProtectedField[] {
  return PROTECTED_FIELDS.filter((field) => names.includes(field));
}
