import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { DatePicker } from './date-picker.tsx';
import { daysInMonth, isDay, joinDay } from './day.ts';
import { Field } from './field.tsx';
import type { Option } from './option-list.tsx';
import { SelectPicker } from './select-picker.tsx';

const BANKS: Option[] = [
  { value: 'cnrb', label: 'Canara Bank' },
  { value: 'sbin', label: 'State Bank of India' },
];

function Bank({
  options,
  onValue,
}: {
  options: Option[] | (() => Promise<Option[]>);
  onValue?: (value: string) => void;
}) {
  const [value, setValue] = useState('');
  return (
    <Field label="Bank">
      <SelectPicker
        options={options}
        value={value}
        onChange={(next) => {
          setValue(next);
          onValue?.(next);
        }}
        title="Your bank"
        search={(all, term) =>
          all.filter((option) => option.label.toLowerCase().includes(term.toLowerCase()))
        }
      />
    </Field>
  );
}

describe('SelectPicker', () => {
  it('shows the chosen option, closes and gives the focus back', async () => {
    const onValue = vi.fn();
    render(<Bank options={BANKS} onValue={onValue} />);
    await userEvent.click(screen.getByRole('button', { name: 'Bank Choose' }));

    const dialog = screen.getByRole('dialog', { name: 'Your bank' });
    await userEvent.click(within(dialog).getByRole('option', { name: 'State Bank of India' }));
    expect(onValue).toHaveBeenCalledWith('sbin');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Bank State Bank of India' }),
    );
  });

  it('searches by the given function and says when nothing is found', async () => {
    render(<Bank options={BANKS} />);
    await userEvent.click(screen.getByRole('button', { name: /Bank/ }));

    const search = screen.getByRole('searchbox', { name: 'Search' });
    await userEvent.type(search, 'india');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'State Bank of India',
    ]);
    await userEvent.type(search, 'zz');
    expect(screen.queryByRole('option')).toBeNull();
    expect(screen.getByText('Nothing found')).toBeTruthy();
  });

  it('loads when opened, says when that failed, and tries again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);

    const load = vi
      .fn<() => Promise<Option[]>>()
      .mockRejectedValueOnce(new Error('no network'))
      .mockResolvedValue(BANKS);
    render(<Bank options={load} />);
    expect(load).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: /Bank/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: 'Canara Bank' })).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('moves by the arrows and chooses by Enter', async () => {
    const onValue = vi.fn();
    render(<Bank options={BANKS} onValue={onValue} />);
    await userEvent.click(screen.getByRole('button', { name: /Bank/ }));
    screen.getByRole('option', { name: 'Canara Bank' }).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onValue).toHaveBeenCalledWith('sbin');
  });
});

function Birth({ onValue, start = '' }: { onValue: (value: string) => void; start?: string }) {
  const [value, setValue] = useState(start);
  return (
    <Field group label="Date of birth">
      <DatePicker
        value={value}
        onChange={(next) => {
          setValue(next);
          onValue(next);
        }}
        min="1946-11-21"
        max="2008-11-20"
        title="Date of birth"
      />
    </Field>
  );
}

describe('DatePicker', () => {
  it('makes one day of three typed fields, keeping what was typed', async () => {
    const onValue = vi.fn();
    render(<Birth onValue={onValue} />);
    await userEvent.type(screen.getByRole('textbox', { name: 'Day' }), '5');
    await userEvent.type(screen.getByRole('textbox', { name: 'Month' }), '9');
    await userEvent.type(screen.getByRole('textbox', { name: 'Year' }), '1994');
    expect(onValue).toHaveBeenLastCalledWith('1994-09-05');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' }).value).toBe('5');
  });

  const parts = () =>
    ['Day', 'Month', 'Year'].map(
      (name) => screen.getByRole<HTMLInputElement>('textbox', { name }).value,
    );

  it.each([
    ['01/02/1990', '1990-02-01'],
    ['1990-02-01', '1990-02-01'],
    ['०१ ०२ १९९०', '1990-02-01'],
    ['01021990', '1990-02-01'],
  ])('fills all three fields with the pasted date %j', async (text, day) => {
    const onValue = vi.fn();
    render(<Birth onValue={onValue} />);
    await userEvent.click(screen.getByRole('textbox', { name: 'Day' }));
    await userEvent.paste(text);
    expect(onValue).toHaveBeenLastCalledWith(day);
    expect(parts()).toEqual(['01', '02', '1990']);
  });

  it('takes a whole date typed into its first field', async () => {
    render(<Birth onValue={() => undefined} />);
    await userEvent.type(screen.getByRole('textbox', { name: 'Day' }), '1-2-1990');
    expect(parts()).toEqual(['01', '02', '1990']);
  });

  it('takes digits of another script', async () => {
    const onValue = vi.fn();
    render(<Birth onValue={onValue} />);
    for (const [name, digits] of Object.entries({ Day: '०१', Month: '०२', Year: '१९९०' }))
      await userEvent.type(screen.getByRole('textbox', { name }), digits);
    expect(onValue).toHaveBeenLastCalledWith('1990-02-01');
    expect(parts()).toEqual(['01', '02', '1990']);
  });

  it('completes a year of two digits when the field is left, if one century is allowed', async () => {
    const onValue = vi.fn();
    render(<Birth onValue={onValue} />);
    for (const [name, digits] of Object.entries({ Day: '1', Month: '2', Year: '90' }))
      await userEvent.type(screen.getByRole('textbox', { name }), digits);
    expect(isDay(onValue.mock.lastCall?.[0])).toBe(false);
    await userEvent.tab();
    expect(onValue).toHaveBeenLastCalledWith('1990-02-01');
    expect(parts()).toEqual(['01', '02', '1990']);
  });

  it('keeps what is no date as it was pasted, cut nowhere', async () => {
    const onValue = vi.fn();
    render(<Birth onValue={onValue} />);
    await userEvent.click(screen.getByRole('textbox', { name: 'Day' }));
    await userEvent.paste('02/13/1990');
    expect(parts()).toEqual(['02/13/1990', '', '']);
    expect(isDay(onValue.mock.lastCall?.[0])).toBe(false);
  });

  it('never reports an impossible date as a day, nor a cleared one as typed', async () => {
    const onValue = vi.fn();
    render(<Birth onValue={onValue} start="1995-02-28" />);

    const day = screen.getByRole('textbox', { name: 'Day' });
    await userEvent.clear(day);
    await userEvent.type(day, '30');
    expect(isDay(onValue.mock.lastCall?.[0])).toBe(false);
    for (const name of ['Day', 'Month', 'Year'])
      await userEvent.clear(screen.getByRole('textbox', { name }));
    expect(onValue).toHaveBeenLastCalledWith('');
  });

  it('opens at 1995/01/01, offers only the allowed days, and fills the same fields', async () => {
    const onValue = vi.fn();
    render(<Birth onValue={onValue} />);
    await userEvent.click(screen.getByRole('button', { name: 'Pick the date' }));
    expect(screen.getByRole('button', { name: 'Choose 01/01/1995' })).toBeTruthy();

    const years = within(screen.getByRole('listbox', { name: 'Year' }))
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect([years[0], years.at(-1)]).toEqual(['1946', '2008']);
    await userEvent.click(screen.getByRole('option', { name: '2008' }));
    expect(screen.getByRole<HTMLButtonElement>('option', { name: 'Dec' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('option', { name: 'Nov' }));
    expect(screen.getByRole<HTMLButtonElement>('option', { name: '21' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('option', { name: '20' }));
    await userEvent.click(screen.getByRole('button', { name: 'Choose 20/11/2008' }));
    expect(onValue.mock.calls).toEqual([['2008-11-20']]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Year' }).value).toBe('2008');
  });

  it.each([
    [2000, 2, 29],
    [1900, 2, 28],
    [2024, 2, 29],
    [2023, 4, 30],
    [2023, 13, 0],
  ])('knows that %i-%i has %i days', (year, month, days) =>
    expect(daysInMonth(year, month)).toBe(days),
  );

  it.each([
    [{ day: '', month: '', year: '' }, ''],
    [{ day: '1', month: '', year: '' }, '--1'],
    [{ day: '31', month: '6', year: '1990' }, '1990-6-31'],
    [{ day: '07', month: '6', year: '1990' }, '1990-06-07'],
  ])('joins %o to %s', (parts, value) => expect(joinDay(parts)).toBe(value));
});
