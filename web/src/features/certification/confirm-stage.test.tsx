import type { AnswerOf } from '@noren/contract/call';
import type { readingDetail } from '@noren/contract/certification';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { listFieldsToCheck } from './confirm-checks.tsx';
import { ConfirmStage } from './confirm-stage.tsx';

type Detail = AnswerOf<typeof readingDetail>;

const READ = { name: 'ASHA RAO', pan: 'ABCPK1234L', birthDay: '1994-03-09', aadhaarLast4: '0124' };

const detail = (more: Partial<Detail> = {}) =>
  ({
    documents: ['panFront', 'aadhaarFront', 'aadhaarBack'],
    isSigned: false,
    unread: [],
    fields: READ,
    isAadhaarKnown: true,
    liveness: 'none',
    file: 'none',
    hasDigiLocker: false,
    isSaved: false,
    uncertain: [],
    ...more,
  }) satisfies Detail;

const onConfirm = vi.fn();

function show(given: Detail, error: ApiError | null = null): void {
  renderScreen(
    <ConfirmStage {...{ detail: given, stages: 5, isSending: false, error, onConfirm }} />,
    '/facial-auth/step-one',
  );
}

beforeEach(() => {
  sessionStorage.clear();
  onConfirm.mockClear();
  stubServer();
});

describe('the fields to check', () => {
  it.each([
    ['nothing, when all was read well', detail(), [], false, []],
    ['what was read with doubt', detail(), ['birthDay', 'name'], false, ['name', 'birthDay']],
    [
      'what was not read',
      detail({ fields: { name: 'ASHA RAO' } }),
      [],
      true,
      ['pan -', 'birthDay -', 'aadhaar -'],
    ],
    ['a number the cards disagree on', detail(), ['aadhaar'], false, ['aadhaar']],
    [
      'nothing of what only the reviewer reads',
      detail(),
      ['fatherName', 'address', 'pin'],
      false,
      [],
    ],
    ['nothing once it was confirmed', detail({ isSaved: true }), ['name', 'aadhaar'], false, []],
  ])('%s', (_, given, uncertain, typesAadhaar, fields) => {
    const checks = listFieldsToCheck({ ...given, uncertain }, typesAadhaar);
    expect(checks.map(({ field, isRead }) => (isRead ? field : `${field} -`))).toEqual(fields);
  });
});

describe('confirming the readings', () => {
  it('lists the fields to check with links, and marks each with a text', async () => {
    const { aadhaarLast4: _, ...fields } = READ;
    show(detail({ fields, isAadhaarKnown: false, uncertain: ['pan', 'aadhaar'] }));

    const box = screen.getByRole('region', { name: 'Please check 2 fields' });
    expect(
      within(box)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['PAN could not be read well', 'Aadhaar number could not be read: please type it']);
    await userEvent.click(within(box).getByRole('button', { name: 'PAN' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^PAN please check/ }));
    expect(screen.getByRole('textbox', { name: 'Full name' })).toBeTruthy();
  });

  it('asks for the Aadhaar number only when no card gave it, and sends the corrections', async () => {
    show(detail());
    expect(screen.queryByRole('textbox', { name: /Aadhaar/ })).toBeNull();
    expect(screen.queryByText(/A person compares/)).toBeNull();
    await userEvent.clear(screen.getByRole('textbox', { name: 'Full name' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Full name' }), 'Asha Rao');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm and continue' }));
    expect(onConfirm).toHaveBeenCalledWith({
      name: 'Asha Rao',
      pan: READ.pan,
      birthDay: READ.birthDay,
      aadhaar: null,
    });
  });

  it('accepts all fields typed by hand when no card could be read', async () => {
    show(detail({ fields: {}, isAadhaarKnown: false }));
    expect(screen.getByRole('region', { name: 'Please check 4 fields' })).toBeTruthy();
    expect(
      screen.getByText(/One of our staff compares a number you type with your cards/),
    ).toBeTruthy();

    const type = (name: RegExp, text: string) =>
      userEvent.type(screen.getByRole('textbox', { name }), text);
    await type(/^Full name/, 'Asha Rao');
    await type(/^PAN/, 'abcpk1234l');
    await type(/^Day/, '9');
    await type(/^Month/, '3');
    await type(/^Year/, '1994');
    await type(/^Aadhaar/, '2345 6789 0124');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm and continue' }));
    expect(onConfirm).toHaveBeenCalledWith({
      name: 'Asha Rao',
      pan: 'ABCPK1234L',
      birthDay: '1994-03-09',
      aadhaar: '234567890124',
    });
  });

  it.each([
    ['empty', /Enter your name as printed on your PAN card/],
    ['long', /This is too long\. Please shorten it/],
    ['character', /contains a hidden character that cannot be used/],
  ])('a name that the server finds %s says how to mend it', (problem, text) => {
    const data = { fields: [{ path: 'name', problem }] };
    show(detail(), new ApiError(400, 'Please check the form', data));

    expect(screen.getByRole('textbox', { name: 'Full name', description: text })).toBeTruthy();
  });

  it('a card of another account links to customer service', () => {
    show(
      detail(),
      new ApiError(409, 'This PAN belongs to another account.', { reason: 'pan_taken' }),
    );
    expect(screen.getByText('This PAN belongs to another account.')).toBeTruthy();
    expect(
      screen.getByRole('link', { name: 'Talk to customer service' }).getAttribute('href'),
    ).toBe('/customer-service');
  });
});
