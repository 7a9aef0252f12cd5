import { expect, test } from 'vitest';
import { type CardValue, valueSources } from './identity-choice.ts';

const pan = (key: string, agrees: boolean): CardValue => ({ document: 'panFront', key, agrees });

const front = (key: string, agrees: boolean): CardValue => ({
  document: 'aadhaarFront',
  key,
  agrees,
});

const back = (key: string, agrees: boolean): CardValue => ({
  document: 'aadhaarBack',
  key,
  agrees,
});

test.each(['name', 'pan', 'birthDay', 'aadhaar'] as const)(
  'there is nothing to choose where the %s agrees',
  (field) => {
    expect(valueSources(field, [])).toEqual([]);
    expect(valueSources(field, [pan('a', true), front('a', true)])).toEqual([]);
  },
);

test('a number that differs stands as on a card, never as typed', () => {
  expect(valueSources('pan', [pan('a', false)])).toEqual(['panFront']);
  expect(valueSources('aadhaar', [front('a', false), back('a', false)])).toEqual(['aadhaarFront']);
  expect(valueSources('aadhaar', [front('a', true), back('b', false)])).toEqual([
    'aadhaarFront',
    'aadhaarBack',
  ]);
});

test('a name that the issuer signed may stand', () => {
  const signed: CardValue = { document: 'signed', key: 'b', agrees: false };
  expect(valueSources('name', [pan('a', true), signed])).toEqual(['typed', 'signed']);
});

test('a name or a date of birth stands as typed, or as on a card that differs', () => {
  expect(valueSources('birthDay', [pan('a', false), front('b', true)])).toEqual([
    'typed',
    'panFront',
  ]);

  expect(valueSources('name', [pan('a', false), front('b', false)])).toEqual([
    'typed',
    'panFront',
    'aadhaarFront',
  ]);
  expect(valueSources('name', [pan('a', false), front('a', false)])).toEqual(['typed', 'panFront']);
});
