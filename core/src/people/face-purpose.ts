/**
 * What a face check is for. `identity`: step one, or a reviewer who asked for it again. `card_code`:
 * the photo in the code of a card that came after the identity was verified. `account`: the hold on
 * a changed bank account. `phone`: another phone number.
 */
export const FACE_PURPOSES = ['identity', 'card_code', 'account', 'phone'] as const;
export type FacePurpose = (typeof FACE_PURPOSES)[number];
