import { expect, test } from 'vitest';
import {
  mayRequest,
  mayResend,
  REQUEST_REASONS,
  REQUESTED_DOCUMENTS,
  REVIEW_KINDS,
  REVIEW_REQUESTS,
  requestAfter,
} from './document-request.ts';
import { UserStatus } from './status.ts';

test('one kind of review asks for each document, and every reason is used', () => {
  for (const document of REQUESTED_DOCUMENTS) {
    const kinds = REVIEW_KINDS.filter((kind) => REVIEW_REQUESTS[kind][document] !== undefined);
    expect(kinds, document).toHaveLength(1);
    expect(REQUEST_REASONS.some((reason) => mayRequest(kinds[0]!, document, reason))).toBe(true);
  }

  const used = new Set(Object.values(REVIEW_REQUESTS).flatMap((of) => Object.values(of).flat()));
  expect([...used].sort()).toEqual([...REQUEST_REASONS].sort());
});

test('a review asks only for its own documents, for their own reasons', () => {
  expect(mayRequest('identity', 'panFront', 'not_readable')).toBe(true);
  expect(mayRequest('identity', 'panFront', 'face_unclear')).toBe(false);
  expect(mayRequest('identity', 'bankAccount', 'other_name')).toBe(false);
  expect(mayRequest('score', 'panFront', 'not_readable')).toBe(false);
});

test('an open request ends once', () => {
  expect(requestAfter('open', 'sent')).toBe('arrived');
  expect(requestAfter('open', 'decided')).toBe('withdrawn');
  expect(requestAfter('open', 'settled')).toBe('withdrawn');

  for (const state of ['arrived', 'withdrawn'] as const)
    for (const event of ['sent', 'decided', 'settled'] as const)
      expect(requestAfter(state, event)).toBeNull();
});

test('a certified borrower sends only the document that a reviewer asked for', () => {
  expect(mayResend(UserStatus.certified, 'panFront', [])).toBeNull();
  expect(mayResend(UserStatus.certified, 'panFront', ['panFront'])).toBe('request');
  expect(mayResend(UserStatus.certified, 'aadhaarFront', ['panFront'])).toBeNull();
  expect(mayResend(UserStatus.regular, 'face', ['face'])).toBe('request');
});

test('while step one is open every card may be sent, the requested one too', () => {
  expect(mayResend(UserStatus.identityDue, 'panFront', [])).toBe('step');
  expect(mayResend(UserStatus.contactsDue, 'face', ['panFront'])).toBe('step');
  expect(mayResend(UserStatus.contactsDue, 'panFront', ['panFront'])).toBe('request');
  expect(mayResend(UserStatus.registered, 'panFront', [])).toBeNull();
  expect(mayResend(UserStatus.contactsDue, 'bankAccount', [])).toBeNull();
});
