import type { StaffPanCheck } from '@noren/contract/staff/identity';
import type { ReviewCase, ReviewField } from '@noren/contract/staff/review';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render-console.tsx';
import { Account, ApprovedLevel, Corrections, Score } from './evidence.tsx';

const AT = Date.UTC(2026, 10, 25, 4, 30);

const NAME: ReviewField = {
  field: 'name',
  confirmed: 'Anita Sharma',
  reads: [{ document: 'signed', value: 'Anita Verma', isUncertain: false, agrees: false }],
  sources: ['typed', 'signed'],
};

function show(pan: StaffPanCheck | null, fields: readonly ReviewField[] = []) {
  const identity = { level: 'document_seen', source: null, pan } as const;
  renderPart(<ApprovedLevel reviewCase={{ identity, fields } as ReviewCase} />);
}

const readPanRow = () =>
  screen.getByText('Register of PANs', { selector: 'dt' }).nextSibling?.textContent;

test.each<[StaffPanCheck | null, string]>([
  [null, 'Not asked'],
  [{ verdict: 'waiting', differences: [], at: AT }, 'no answer yet, 25/11/2026'],
  [{ verdict: 'agrees', differences: [], at: AT }, 'confirms number, name and birth date, 25/11'],
  [
    { verdict: 'differs', differences: ['name', 'birthDay'], at: AT },
    'does not confirm the name; the birth date, 25/11/2026',
  ],
])('what the register of PANs said of %j', (pan, words) => {
  show(pan);
  expect(readPanRow()).toContain(words);
});

test('the level after an approval is of the typed values, where another may stand', () => {
  show(null, [NAME]);
  expect(screen.getByText(/^For the values as typed\./)).toBeTruthy();
});

test('where all values agree it needs no such words', () => {
  show(null, [{ ...NAME, sources: [] }]);
  expect(screen.getByText('Card seen')).toBeTruthy();
  expect(screen.queryByText(/values as typed/)).toBeNull();
});

test('what a score used is shown in words and rupees, not as it is stored', () => {
  const inputs = { monthlyIncome: 4_000_000, workStatus: 'self_employed', isDeviceShared: false };
  const points = [{ id: 'income', points: 30 }];
  const score = { cardVersion: '1', total: 40, reasons: [], points, inputs };
  renderPart(<Score reviewCase={{ score } as unknown as ReviewCase} />);

  const facts = screen.getByRole('region', { name: 'Facts used' }).textContent;
  expect(facts).toContain('Monthly income, at least₹40,000.00');
  expect(facts).toContain('WorkSelf employed');
  expect(facts).toContain('Device shared with another borrowerNo');
  expect(screen.getByRole('region', { name: 'Points by row' }).textContent).toContain(
    'Monthly income30',
  );
});

test('a correction of a date, and what the bank says of an account, are in words', () => {
  const change = { changeId: 'c', field: 'birthday', requestedAt: AT };
  const corrections = [{ ...change, before: '1990-01-02', after: '1990-02-01' }];
  const account = { bankCode: 'HDFC', ifsc: 'HDFC0000001', last4: '1234', validation: 'invalid' };
  const reviewCase = { subject: 'c', corrections, account } as unknown as ReviewCase;
  renderPart(
    <>
      <Corrections reviewCase={reviewCase} />
      <Account reviewCase={reviewCase} />
    </>,
  );

  const title = 'Requested correction: Date of birth';
  const shown = screen.getByRole('region', { name: title }).textContent;
  expect(shown).toContain('02/01/1990');
  expect(shown).toContain('01/02/1990');
  expect(screen.getByText('Account cannot be paid')).toBeTruthy();
});
