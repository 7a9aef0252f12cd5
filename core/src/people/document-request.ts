import { maySave } from './status.ts';

/** The kinds of review. */
export const REVIEW_KINDS = ['identity', 'bank_name', 'score', 'correction', 'sanctions'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** Documents that a reviewer may request again, one at a time. */
export const REQUESTED_DOCUMENTS = [
  'panFront',
  'aadhaarFront',
  'aadhaarBack',
  'face',
  'bankAccount',
] as const;

export type RequestedDocument = (typeof REQUESTED_DOCUMENTS)[number];

/** Why a document is requested again; the borrower reads the reason. */
export const REQUEST_REASONS = [
  'not_readable',
  'cut_off',
  'differs',
  'face_unclear',
  'face_differs',
  'other_name',
] as const;

export type RequestReason = (typeof REQUEST_REASONS)[number];

const ofCard: readonly RequestReason[] = ['not_readable', 'cut_off', 'differs'];
const ofFace: readonly RequestReason[] = ['face_unclear', 'face_differs'];

/** The documents that each kind of review may ask for, with the reasons of each. */
export const REVIEW_REQUESTS: Readonly<
  Record<ReviewKind, Readonly<Partial<Record<RequestedDocument, readonly RequestReason[]>>>>
> = {
  identity: { panFront: ofCard, aadhaarFront: ofCard, aadhaarBack: ofCard, face: ofFace },
  bank_name: { bankAccount: ['other_name'] },
  score: {},
  correction: {},
  sanctions: {},
};

/** Whether a review of this kind may ask for the document for this reason. */
export function mayRequest(
  kind: ReviewKind,
  document: RequestedDocument,
  reason: RequestReason,
): boolean {
  return REVIEW_REQUESTS[kind][document]?.includes(reason) ?? false;
}

/** `open`: the case waits for the borrower, not for a reviewer. */
export type RequestState = 'open' | 'arrived' | 'withdrawn';
/**
 * `sent`: the borrower sent it. `decided`: a reviewer decided without it. `settled`: nothing waits
 * for a reviewer any more.
 */
export type RequestEvent = 'sent' | 'decided' | 'settled';

/** The state of a request after an event; null if the event no longer concerns it. */
export function requestAfter(state: RequestState, event: RequestEvent): RequestState | null {
  if (state !== 'open') return null;
  return event === 'sent' ? 'arrived' : 'withdrawn';
}

/**
 * Why a document of step one may be sent: because a reviewer asked for this one, at any status, or
 * because the step is open.
 * @param requested the documents with an open request
 * @returns null when it may not
 */
export function mayResend(
  status: number,
  document: RequestedDocument,
  requested: readonly RequestedDocument[],
): 'request' | 'step' | null {
  if (requested.includes(document)) return 'request';
  return document !== 'bankAccount' && maySave(status, 'one') ? 'step' : null;
}
