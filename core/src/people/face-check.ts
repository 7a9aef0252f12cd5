import type { FacePurpose } from './face-purpose.ts';

/** The checks of due diligence: a reviewer sees them, and their place is asked for. */
export const DUE_DILIGENCE = ['identity', 'card_code'] as const satisfies readonly FacePurpose[];

export const isDueDiligence = (purpose: FacePurpose): boolean =>
  DUE_DILIGENCE.some((one) => one === purpose);

/** A picture from the phone's storage does not prove that the borrower is present. */
export const needsCamera = (purpose: FacePurpose): boolean => purpose !== 'identity';
