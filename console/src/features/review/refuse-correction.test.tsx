import type { ReviewCase } from '@noren/contract/staff/review';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render-console.tsx';
import { serverDouble } from '../../testing/server-double.ts';
import { Decide } from './decide.tsx';

const USER = '0195f000-0000-7000-8000-000000000001';
const CHANGE = '0195f000-0000-7000-8000-000000000002';
const CORRECTION: ReviewCase = {
  userId: USER,
  kind: 'correction',
  maskedPhone: '98•••••210',
  language: 'hi',
  subject: CHANGE,
  since: 1,
  reasons: ['name'],
  claim: null,
  asked: null,
  documents: [],
  fields: [],
  face: null,
  names: [],
  account: null,
  score: null,
  corrections: [{ changeId: CHANGE, field: 'name', before: 'Asha Rao', after: 'Asha Roy', requestedAt: 1 }],
  earlier: [],
  refusals: [
    { reason: 'not_shown', text: 'दस्तावेज़ में नहीं है', english: 'The documents do not show it' },
    { reason: 'write_to_us', text: 'हमें लिखें', english: 'Write to us' },
  ],
  requests: [],
};

test('a correction is refused with one of its reasons, shown as the borrower reads it', async () => {
  const { seen } = serverDouble({ decideReview: () => ({}) });
  const onDone = vi.fn();
  renderPart(<Decide of={CORRECTION} subject={CHANGE} onBusy={() => undefined} onDone={onDone} />);
  await userEvent.click(screen.getByRole('button', { name: /^Refuse/ }));
  const panel = within(screen.getByRole('region', { name: 'Refuse this case' }));
  const refuse = panel.getByRole('button', { name: 'Refuse' });
  await userEvent.click(refuse);
  expect(panel.getAllByText('Choose a reason.')[0]).toBeTruthy();
  expect(seen.filter(({ call }) => call === 'decideReview')).toEqual([]);
  await userEvent.click(panel.getByRole('radio', { name: 'The documents do not show it' }));
  expect(panel.getByText('दस्तावेज़ में नहीं है').lang).toBe('hi');
  await userEvent.click(refuse);
  await expect.poll(() => onDone).toHaveBeenCalled();
  expect(seen.filter(({ call }) => call === 'decideReview').map(({ body }) => body)).toEqual([
    { userId: USER, kind: 'correction', subject: CHANGE, decision: 'refuse', reason: 'not_shown' },
  ]);
});
