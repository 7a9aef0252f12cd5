/**
 * What a face check is for. `identity`: step one, or a reviewer who asked for it again. `card_code`:
 * the photo in the code of a card that came after the identity was verified. `account`: the hold on
 * a changed bank account. `phone`: another phone number.
 */
export const FACE_PURPOSES = ['identity', 'card_code', 'account', 'phone'] as const;
export type FacePurpose = (typeof FACE_PURPOSES)[number];

/** The checks of due diligence: a reviewer sees them, and their place is asked for. */
export const DUE_DILIGENCE = ['identity', 'card_code'] as const satisfies readonly FacePurpose[];

export const isDueDiligence = (purpose: FacePurpose): boolean =>
  DUE_DILIGENCE.some((one) => one === purpose);

/** A picture from the phone's storage does not prove that the borrower is present. */
export const needsCamera = (purpose: FacePurpose): boolean => purpose !== 'identity';
