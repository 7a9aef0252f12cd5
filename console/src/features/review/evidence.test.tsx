import type { StaffPanCheck } from '@noren/contract/staff/identity';
import type { ReviewCase, ReviewField } from '@noren/contract/staff/review';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render-console.tsx';
import { ApprovedLevel } from './evidence.tsx';

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
