import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearSession } from '../../session/session.ts';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { useForm } from './form.ts';

const initial = { bank: '', account: '' };

function Form() {
  const form = useForm({
    draftName: 'sample',
    initial,
    inMemoryOnly: ['account'],
    check: () => ({}),
  });
  return (
    <>
      <input aria-label="Bank" {...form.input('bank')} />
      <input aria-label="Account" {...form.input('account')} />
      <button type="button" onClick={form.discardDraft}>
        Saved
      </button>
    </>
  );
}

const valueIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

/** Leaves the form, as for the code screen, and returns. */
function remount(): string[] {
  cleanup();
  render(<Form />);
  return [valueIn('Bank'), valueIn('Account')];
}

beforeEach(async () => {
  clearSession();
  render(<Form />);
  await userEvent.type(screen.getByLabelText('Bank'), 'SBIN');
  await userEvent.type(screen.getByLabelText('Account'), '123456789012');
});

afterEach(() => vi.useRealTimers());

function Checked() {
  const form = useForm({
    draftName: 'checked',
    initial: { name: '', pan: '', town: '' },
    check: ({ name, pan, town }) => ({
      ...(name === '' && { name: 'Enter your name' }),
      ...(pan === '' && { pan: 'Enter your PAN' }),
      ...(town === 'x' && { town: 'Enter a town' }),
    }),
  });
  return (
    <>
      <ErrorSummary key={form.attempts} errors={form.summary} />
      {(['name', 'pan', 'town'] as const).map((name) => (
        <Field key={name} label={name} {...form.field(name)}>
          <TextInput {...form.input(name)} />
        </Field>
      ))}
      <button type="button" onClick={() => form.submit()}>
        Send
      </button>
      <button type="button" onClick={form.discardDraft}>
        Saved
      </button>
    </>
  );
}

const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

it('announces the errors of a submit once, by the summary; one that a field gets later, by the field', async () => {
  cleanup();
  render(<Checked />);
  await userEvent.click(screen.getByText('Send'));
  expect(document.activeElement).toBe(
    screen.getByRole('region', { name: '2 things need your attention' }),
  );
  expect(screen.getAllByText('Enter your PAN')).toHaveLength(2);
  expect(alerts()).toEqual([]);
  await userEvent.type(screen.getByLabelText('town'), 'x');
  await userEvent.tab();
  expect(alerts()).toEqual(['Enter a town']);
});

it('shows no error once it was saved', async () => {
  cleanup();
  render(<Checked />);
  await userEvent.click(screen.getByText('Send'));
  expect(screen.getAllByText('Enter your PAN')).toHaveLength(2);
  await userEvent.click(screen.getByText('Saved'));
  expect(screen.queryByText('Enter your PAN')).toBeNull();
  expect(screen.queryByRole('region')).toBeNull();
});

it('restores all values; those in memory only are never stored', () => {
  expect(remount()).toEqual(['SBIN', '123456789012']);
  expect(
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
  ).not.toContain('123456789012');
});

it('forgets the values after saving', async () => {
  await userEvent.click(screen.getByText('Saved'));
  expect(remount()).toEqual(['', '']);
});

it('forgets the values at log-out', () => {
  cleanup();
  clearSession();
  expect(remount()).toEqual(['', '']);
});

it('forgets the values in memory after ten minutes', async () => {
  vi.useFakeTimers();
  cleanup();
  render(<Form />);
  fireEvent.change(screen.getByLabelText('Account'), { target: { value: '987654321098' } });
  vi.advanceTimersByTime(599_999);
  expect(remount()).toEqual(['SBIN', '987654321098']);
  vi.advanceTimersByTime(1);
  expect(remount()).toEqual(['SBIN', '']);
});
