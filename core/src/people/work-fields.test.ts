import { expect, test } from 'vitest';
import { keepApplicableWork, listWorkFields } from './work-fields.ts';

test.each([
  ['salaried', ['industry', 'salaryType', 'payday', 'companyName', 'companyAddress']],
  ['business', ['industry', 'salaryType', 'companyName', 'companyAddress']],
  ['self_employed', ['industry', 'salaryType']],
  ['retired', ['salaryType']],
  ['homemaker', []],
  ['student', []],
  ['unemployed', []],
  ['', []],
  ['a_status_to_come', ['industry', 'salaryType', 'payday', 'companyName', 'companyAddress']],
  ['constructor', ['industry', 'salaryType', 'payday', 'companyName', 'companyAddress']],
])('someone %s is asked %j', (workStatus, expected) =>
  expect(listWorkFields(workStatus)).toEqual(expected),
);

test('fields that are not asked for are removed, the others stay', () => {
  const info = {
    workStatus: 'retired',
    salaryType: 'bank',
    payday: 'day_1',
    companyName: 'Example',
    email: 'a@b.example',
  };
  expect(keepApplicableWork(info)).toEqual({
    workStatus: 'retired',
    salaryType: 'bank',
    email: 'a@b.example',
  });
});
