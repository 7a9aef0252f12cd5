import { expect, test } from 'vitest';
import {
  CORRECTED_FIELDS,
  CORRECTION_REFUSALS,
  corrections,
  isCorrectionRefusal,
  isIdentityField,
} from './correction.ts';

test('data behind a decision or a legal duty is corrected by a person, other data by the borrower', () => {
  const reviewed = CORRECTED_FIELDS.filter((field) => corrections[field] === 'review');
  expect(reviewed).toEqual(['name', 'birthday', 'workStatus', 'monthlyIncome']);
  expect(CORRECTED_FIELDS.filter(isIdentityField)).toEqual(['name', 'birthday']);
});

test('the address that documents are sent to changes only after a code', () => {
  expect(corrections.email).toBe('code');
});

test('staff can refuse a correction only for a listed reason', () => {
  expect(CORRECTION_REFUSALS.filter(isCorrectionRefusal)).toEqual(CORRECTION_REFUSALS);
  expect(isCorrectionRefusal('documents_differ')).toBe(false);
});
