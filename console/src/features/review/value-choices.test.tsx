import type { ReviewCase, ReviewField } from '@noren/contract/staff/review';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render-console.tsx';
import { serverDouble } from '../../testing/server-double.ts';
import { Decide } from './decide.tsx';

const USER = '0195f000-0000-7000-8000-000000000001';

const read = (document: 'panFront' | 'aadhaarFront' | 'signed', value: string, agrees = false) => ({
  document,
  value,
  isUncertain: false,
  agrees,
});

const PAN: ReviewField = {
  field: 'pan',
  confirmed: 'ABCPK6115Q',
  reads: [read('panFront', 'ABCPK6115I')],
  sources: ['panFront'],
};

const DAY: ReviewField = {
  field: 'birthDay',
  confirmed: '1994-03-08',
  reads: [read('panFront', '1994-03-09'), read('aadhaarFront', '1994-03-08', true)],
  sources: ['typed', 'panFront'],
};

const NAME: ReviewField = {
  field: 'name',
  confirmed: 'Anita Sharma',
  reads: [read('panFront', 'Anita Sharma', true), read('signed', 'Anita Verma')],
  sources: ['typed', 'signed'],
};

function renderCase(fields: readonly ReviewField[]) {
  const { seen } = serverDouble({ decideReview: () => ({ next: null }) });
  const onDone = vi.fn();
  const nothing = {
    claim: null,
    asked: null,
    documents: [],
    face: null,
    identity: null,
    signed: null,
    account: null,
    score: null,
    hit: null,
  };
  const lists = {
    reasons: [],
    names: [],
    corrections: [],
    earlier: [],
    refusals: [],
    requests: [],
  };
  const reviewCase: ReviewCase = {
    ...{
      ...nothing,
      ...lists,
      userId: USER,
      kind: 'identity',
      maskedPhone: '98•••••210',
      language: 'hi',
    },
    ...{ maskedName: null, due: 2, place: null },
    ...{ subject: 'v1', since: 1, fields: [...fields] },
  };

  renderPart(
    <Decide reviewCase={reviewCase} subject="v1" onBusy={() => undefined} onDone={onDone} />,
  );

  return {
    onDone,
    sent: () => seen.filter(({ call }) => call === 'decideReview').map(({ body }) => body),
  };
}

async function openApproval() {
  await userEvent.click(screen.getByRole('button', { name: /^Approve/ }));
  return within(screen.getByRole('region', { name: 'Approve this case?' }));
}

const approval = { userId: USER, kind: 'identity', subject: 'v1', decision: 'approve' };

test('a PAN that differs stays as on the card alone, and the confirmation says what it replaces', async () => {
  const { onDone, sent } = renderCase([PAN]);
  const panel = await openApproval();

  expect(panel.getAllByRole('radio')).toHaveLength(1);
  expect(panel.getByRole('radio', { name: /ABCPK6115I/ })).toHaveProperty('checked', true);
  expect(panel.getByText('ABCPK6115I replaces ABCPK6115Q.')).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Approve' }));
  await expect.poll(() => onDone).toHaveBeenCalled();
  expect(sent()).toEqual([{ ...approval, stands: { pan: 'panFront' } }]);
});

test('a name that the card’s issuer signed can be chosen, and says where it comes from', async () => {
  const { onDone, sent } = renderCase([NAME]);
  const panel = await openApproval();
  await userEvent.click(panel.getByRole('radio', { name: /Anita Verma/ }));
  expect(panel.getByText('As the card’s issuer signed it')).toBeTruthy();
  expect(panel.getByText('Anita Verma replaces Anita Sharma.')).toBeTruthy();
  await userEvent.click(panel.getByRole('button', { name: 'Approve' }));
  await expect.poll(() => onDone).toHaveBeenCalled();
  expect(sent()).toEqual([{ ...approval, stands: { name: 'signed' } }]);
});

test.each([
  [/08\/03\/1994/, 'typed', '08/03/1994 stays.'],
  [/09\/03\/1994/, 'panFront', '09/03/1994 replaces 08/03/1994.'],
] as const)(
  'a date of birth that differs is chosen before the approval: %s',
  async (name, source, sentence) => {
    const { onDone, sent } = renderCase([DAY]);
    const panel = await openApproval();
    const approve = panel.getByRole('button', { name: 'Approve' });

    await userEvent.click(approve);
    expect(panel.getAllByText('Choose which one stays.')[0]).toBeTruthy();
    expect(sent()).toEqual([]);
    await userEvent.click(panel.getByRole('radio', { name }));
    expect(panel.getByText(sentence)).toBeTruthy();
    await userEvent.click(approve);
    await expect.poll(() => onDone).toHaveBeenCalled();
    expect(sent()).toEqual([{ ...approval, stands: { birthDay: source } }]);
  },
);
