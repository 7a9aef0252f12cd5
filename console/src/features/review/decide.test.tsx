import type { ReviewCase } from '@noren/contract/staff/review';
import { screen, waitFor, within } from '@testing-library/react';
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
  maskedName: 'A**** R****',
  maskedPhone: '98•••••210',
  language: 'hi',
  subject: CHANGE,
  since: 1,
  due: 2,
  place: null,
  reasons: ['name'],
  claim: null,
  asked: null,
  documents: [],
  fields: [],
  face: null,
  identity: null,
  signed: null,
  names: [],
  account: null,
  score: null,
  hit: null,
  corrections: [
    { changeId: CHANGE, field: 'name', before: 'Asha Rao', after: 'Asha Roy', requestedAt: 1 },
  ],
  earlier: [],
  refusals: [
    { reason: 'not_shown', text: 'दस्तावेज़ में नहीं है', english: 'The documents do not show it' },
    { reason: 'write_to_us', text: 'हमें लिखें', english: 'Write to us' },
  ],
  requests: [],
};

const IDENTITY: ReviewCase = {
  ...CORRECTION,
  kind: 'identity',
  corrections: [],
  refusals: [
    { reason: 'documents_differ', text: 'वे अलग हैं', english: 'They differ' },
    { reason: 'not_readable', text: 'पढ़ा नहीं जा सका', english: 'Nobody could read them' },
  ],
  requests: [
    {
      document: 'panFront',
      text: 'पैन',
      english: 'PAN',
      reasons: [
        { reason: 'not_readable', text: 'पढ़ा नहीं जा सका', english: 'Unreadable' },
        { reason: 'cut_off', text: 'कटा हुआ', english: 'All four corners' },
      ],
    },
  ],
};

/** Presses keys on a case; what was sent, and which case opens. */
async function decideByKeys(keys: string) {
  const next = { userId: CHANGE, kind: 'identity' };
  const { seen } = serverDouble({ decideReview: () => ({ next }), askDocument: () => ({ next }) });
  const onDone = vi.fn();

  renderPart(<Decide reviewCase={IDENTITY} subject="1" onBusy={() => undefined} onDone={onDone} />);
  await userEvent.keyboard(keys);

  return { seen, onDone, next };
}

const SAME = { userId: USER, kind: 'identity', subject: '1' };

test.each([
  ['a{Enter}', { ...SAME, decision: 'approve' }],
  ['x[Space]{Enter}', { ...SAME, decision: 'refuse', reason: 'documents_differ' }],
  ['d{Tab}[Space]{Enter}', { ...SAME, document: 'panFront', reason: 'not_readable' }],
  ['x{Escape}a{Enter}', { ...SAME, decision: 'approve' }],
])('the keys %s decide a case, and the next opens', async (keys, body) => {
  const { seen, onDone, next } = await decideByKeys(keys);
  await expect.poll(() => onDone.mock.calls).toEqual([[next]]);
  expect(seen.map((request) => request.body)).toEqual([body]);
});

test('the key of a decision focuses its first control, and Escape goes back to the choice', async () => {
  const { seen } = await decideByKeys('x');
  const panel = within(screen.getByRole('region', { name: 'Refuse this case' }));

  expect(document.activeElement).toBe(panel.getAllByRole('radio')[0]);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Refuse this case' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refuse' }));
  expect(seen).toEqual([]);
});

test('a correction is refused with one of its reasons, shown as the borrower reads it', async () => {
  const { seen } = serverDouble({ decideReview: () => ({ next: null }) });
  const onDone = vi.fn();

  renderPart(
    <Decide reviewCase={CORRECTION} subject={CHANGE} onBusy={() => undefined} onDone={onDone} />,
  );
  await userEvent.click(screen.getByRole('button', { name: /^Refuse/ }));

  const panel = within(screen.getByRole('region', { name: 'Refuse this case' }));
  const refuse = panel.getByRole('button', { name: 'Refuse' });

  await userEvent.click(refuse);
  expect(panel.getAllByText('Choose a reason.')[0]).toBeTruthy();
  expect(seen.filter(({ call }) => call === 'decideReview')).toEqual([]);
  await userEvent.click(panel.getByRole('radio', { name: 'Documents do not show it' }));
  expect(panel.getByText('दस्तावेज़ में नहीं है').lang).toBe('hi');
  await userEvent.click(refuse);
  await expect.poll(() => onDone).toHaveBeenCalled();
  expect(seen.filter(({ call }) => call === 'decideReview').map(({ body }) => body)).toEqual([
    { userId: USER, kind: 'correction', subject: CHANGE, decision: 'refuse', reason: 'not_shown' },
  ]);
});

const SANCTIONS: ReviewCase = {
  ...CORRECTION,
  kind: 'sanctions',
  corrections: [],
  refusals: [{ reason: 'same_person', text: 'जाँच', english: 'We are checking' }],
};

test('a hit is decided in its own words, and only with a reason', async () => {
  const { seen } = serverDouble({ decideReview: () => ({ next: null }) });
  const onDone = vi.fn();
  renderPart(
    <Decide reviewCase={SANCTIONS} subject={CHANGE} onBusy={() => undefined} onDone={onDone} />,
  );

  await userEvent.click(screen.getByRole('button', { name: /^Someone else/ }));
  const panel = screen.getByRole('region', { name: 'Not the listed person?' });
  await userEvent.click(within(panel).getByRole('button', { name: 'Someone else' }));
  expect(seen).toEqual([]);

  await userEvent.click(within(panel).getByLabelText('Date of birth differs'));
  await userEvent.click(within(panel).getByRole('button', { name: 'Someone else' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(seen.map(({ body }) => body)).toEqual([
    {
      userId: USER,
      kind: 'sanctions',
      subject: CHANGE,
      decision: 'approve',
      because: 'birth_day_differs',
    },
  ]);
});
