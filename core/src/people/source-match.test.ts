import { expect, test } from 'vitest';
import { compareSource, holderKey, type SourceDifference } from './source-match.ts';

const source = { name: 'Anita Sharma', birth: '1990-05-06', last4: '1234' };
const confirmed = { name: 'Anita Sharma', birthDay: '1990-05-06', aadhaarLast4: '1234' };

test.each<
  [title: string, from: Partial<typeof source>, to: Partial<typeof confirmed>, SourceDifference[]]
>([
  ['the same', {}, {}, []],
  ['the name in the other order and in capitals', { name: 'SHARMA ANITA' }, {}, []],
  ['the year alone', { birth: '1990' }, {}, []],
  ['another year', { birth: '1991' }, {}, ['birthDay']],
  ['another day', { birth: '1990-05-07' }, {}, ['birthDay']],
  ['another name', {}, { name: 'Kavya Nair' }, ['name']],
  ['a part of the name', { name: 'Anita' }, {}, ['name']],
  ['another number', {}, { aadhaarLast4: '4321' }, ['aadhaar']],
  [
    'another person',
    { name: 'Kavya Nair', birth: '1984-01-01', last4: '9999' },
    {},
    ['name', 'birthDay', 'aadhaar'],
  ],
])('%s is compared', (_title, from, to, differences) => {
  expect(compareSource({ ...source, ...from }, { ...confirmed, ...to })).toEqual(differences);
});

const holder = { name: 'Anita Sharma', birth: '1990-05-06', gender: 'female', last4: '1234' };

test('a card printed again, with the name written in another way, names the same holder', () => {
  expect(holderKey({ ...holder, name: 'SHARMA  Anita' })).toBe(holderKey(holder));
});

test.each([
  ['name', 'Anita Verma'],
  ['birth', '1990-05-07'],
  ['gender', 'male'],
  ['last4', '4321'],
])('a card with another %s names somebody else', (field, value) => {
  expect(holderKey({ ...holder, [field]: value })).not.toBe(holderKey(holder));
});
