import { expect, test } from 'vitest';
import { refusalText } from './refusals.ts';

test('amounts and days of a refusal are written as everywhere in the console', () => {
  expect(refusalText({ reason: 'waiver_too_large', owedPaise: 123_450 })).toBe(
    'Only ₹1,234.50 of this is owed. Waive at most that much.',
  );
  expect(refusalText({ reason: 'promise_open', dueOn: '2027-02-24' })).toBe(
    'A promise to pay by 24/02/2027 is already open.',
  );
});

test('a sentence that a former version stored is shown as it is', () => {
  expect(refusalText('Rohit Desai is already assigned.')).toBe('Rohit Desai is already assigned.');
});

test('a reason of a later version is shown by its name', () => {
  expect(refusalText({ reason: 'reason_of_tomorrow' } as never)).toBe('Reason of tomorrow');
});
