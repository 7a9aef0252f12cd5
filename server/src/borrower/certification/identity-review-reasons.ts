import { matchNames } from '@noren/core/people/name-match';
import type { PanDifference } from '@noren/core/people/pan-check';
import type { SourceDifference } from '@noren/core/people/source-match';
import type { IdentityDocument } from '../../people/certification/document-store.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';

/** Why an identity needs manual review. */
export type IdentityReason =
  | 'card_unreadable'
  | 'pan_not_read'
  | 'aadhaar_not_read'
  | 'pan_differs'
  | 'aadhaar_differs'
  | 'aadhaar_sides_differ'
  | 'birth_day_differs'
  | 'name_differs'
  | 'source_differs'
  | 'pan_register_differs'
  | 'face_refused'
  | 'face_not_checked';

/**
 * Compares the confirmed identity with its documents. A difference leads to manual review, never to
 * a refusal. A field that could not be read is not a difference; but a card that is unreadable, or
 * whose number could not be read, also goes to review, because an entered number alone is not
 * verified. Source: `docs/identity.md`, "Identity documents".
 */
export function identityReviewReasons(
  { isSameHash }: Pick<FieldCrypto, 'isSameHash'>,
  confirmed: { name: string; birthDay: string; pan: string; aadhaarHash: Buffer },
  documents: readonly IdentityDocument[],
  liveness: 'none' | 'refused' | 'passed' | 'review',
  differences: {
    source: readonly SourceDifference[];
    panRegister: readonly PanDifference[];
  },
): IdentityReason[] {
  const read = <K extends keyof IdentityDocument['fields']>(field: K) =>
    documents.map(({ fields }) => fields[field]).filter((value) => value !== undefined);
  const hashes = documents.map(({ aadhaarHash }) => aadhaarHash).filter((hash) => hash !== null);
  const reasons: [IdentityReason, boolean][] = [
    ['card_unreadable', documents.some(({ isRead }) => !isRead)],
    [
      'pan_not_read',
      documents.some(({ type, isRead, fields }) => type === 'panFront' && isRead && !fields.pan),
    ],
    [
      'aadhaar_not_read',
      documents.some(({ type, isRead }) => type !== 'panFront' && isRead) && hashes.length === 0,
    ],
    ['pan_differs', read('pan').some((pan) => pan !== confirmed.pan)],
    ['aadhaar_differs', !hashes.every((hash) => isSameHash(hash, confirmed.aadhaarHash))],
    ['aadhaar_sides_differ', hashes.some((hash) => !isSameHash(hash, hashes[0] as Buffer))],
    ['birth_day_differs', read('birthDay').some((day) => day !== confirmed.birthDay)],
    ['name_differs', read('name').some((name) => matchNames(name, confirmed.name) !== 'match')],
    ['source_differs', differences.source.length > 0],
    ['pan_register_differs', differences.panRegister.length > 0],
    ['face_refused', liveness === 'refused'],
    ['face_not_checked', liveness === 'none' || liveness === 'review'],
  ];

  return reasons.filter(([, applies]) => applies).map(([reason]) => reason);
}
