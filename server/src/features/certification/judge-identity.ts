import { matchNames } from '@noren/core/people/name-match';
import type { KeptDocument } from './pictures-store.ts';

/** Why a person has to look at an identity. */
export type IdentityReason =
  | 'card_unreadable'
  | 'pan_not_read'
  | 'aadhaar_not_read'
  | 'pan_differs'
  | 'aadhaar_differs'
  | 'aadhaar_sides_differ'
  | 'birth_day_differs'
  | 'name_differs'
  | 'face_refused'
  | 'face_not_checked';

/**
 * Compares what the user confirmed with what the documents say. A difference leads to a review, never to a dead end;
 * what could not be read on a card is no difference, but a card of which nothing could be read, or not its number, is
 * seen by nobody yet: a number that was only typed is not verified by it. Source: `docs/domain.md`, "Identity documents".
 */
export function judgeIdentity(
  confirmed: { name: string; birthDay: string; pan: string; aadhaarHash: Buffer },
  documents: readonly KeptDocument[],
  liveness: 'none' | 'refused' | 'passed' | 'review',
): IdentityReason[] {
  const read = <K extends keyof KeptDocument['fields']>(field: K) =>
    documents.map(({ fields }) => fields[field]).filter((value) => value !== undefined);
  const hashes = documents.map(({ aadhaarHash }) => aadhaarHash).filter((hash) => hash !== null);
  const found: [IdentityReason, boolean][] = [
    ['card_unreadable', documents.some(({ isRead }) => !isRead)],
    ['pan_not_read', documents.some(({ type, isRead, fields }) => type === 'panFront' && isRead && !fields.pan)],
    ['aadhaar_not_read', documents.some(({ type, isRead }) => type !== 'panFront' && isRead) && hashes.length === 0],
    ['pan_differs', read('pan').some((pan) => pan !== confirmed.pan)],
    ['aadhaar_differs', !hashes.every((hash) => hash.equals(confirmed.aadhaarHash))],
    ['aadhaar_sides_differ', hashes.some((hash) => !hash.equals(hashes[0] as Buffer))],
    ['birth_day_differs', read('birthDay').some((day) => day !== confirmed.birthDay)],
    ['name_differs', read('name').some((name) => matchNames(name, confirmed.name) !== 'match')],
    ['face_refused', liveness === 'refused'],
    ['face_not_checked', liveness === 'none' || liveness === 'review'],
  ];
  return found.filter(([, isSo]) => isSo).map(([reason]) => reason);
}
