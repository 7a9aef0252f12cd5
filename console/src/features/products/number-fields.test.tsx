import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render-console.tsx';
import { Button } from '../../ui/button.tsx';
import { MoneyField, NumberField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { RateField } from './rate-field.tsx';

/** A form with one number field, and what it was sent with. */
function renderNumber(Input: typeof MoneyField) {
  const [onChange, onSubmit] = [vi.fn(), vi.fn()];

  function Sample() {
    const [value, setValue] = useState<number | null>(null);

    const change = (next: number | null) => {
      setValue(next);
      onChange(next);
    };

    return (
      <Form
        label="Form"
        problems={{}}
        onSubmit={() => onSubmit(value)}
        acts={<Button type="submit">Save</Button>}
      >
        <Input label="Number" name="number" value={value} onChange={change} />
      </Form>
    );
  }

  renderPart(<Sample />);

  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Number' });
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

  return { input, save, onChange, onSubmit };
}

test('an amount is typed in rupees, grouped, and given in paise', async () => {
  const { input, onChange } = renderNumber(MoneyField);
  await userEvent.type(input, '1200');
  expect(input.value).toBe('1,200');
  await userEvent.type(input, '.5');
  expect(onChange).toHaveBeenLastCalledWith(120_050);
  await userEvent.tab();
  expect(input.value).toBe('1,200.50');
  await userEvent.type(input, 'x');
  expect(onChange).toHaveBeenLastCalledWith(null);
  expect(screen.getByText('Enter one amount in digits, such as 1,250.50.')).toBeDefined();
});

test.each<[string, typeof MoneyField, string, number]>([
  ['an amount', MoneyField, '500.00', 50_000],
  ['an amount', MoneyField, '₹ 1,00,000/-', 10_000_000],
  ['an amount', MoneyField, '१०००', 100_000],
  ['a count', NumberField, '१२', 12],
  ['a count', NumberField, '1,00,000', 100_000],
  ['a rate', RateField, '०.१%', 1_000],
  ['a rate', RateField, '12.5', 125_000],
])('%s is read: %#', async (_name, Input, pasted, value) => {
  const { input, save, onSubmit } = renderNumber(Input);
  await userEvent.click(input);
  await userEvent.paste(pasted);
  await save();
  expect(onSubmit.mock.calls).toEqual([[value]]);
});

test.each<[string, typeof MoneyField, string]>([
  ['an amount', MoneyField, '2 lakh'],
  ['an amount', MoneyField, '1.000'],
  ['an amount', MoneyField, '-500'],
  ['a count', NumberField, '-5'],
  ['a count', NumberField, '5.5'],
  ['a count', NumberField, 'five'],
  ['a rate', RateField, '1.00001'],
  ['a rate', RateField, '1000'],
])(
  'what is no such number stays, is refused in words, and is not sent: %s, %#',
  async (_name, Input, pasted) => {
    const { input, save, onSubmit } = renderNumber(Input);
    await userEvent.click(input);
    await userEvent.paste(pasted);
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(input.value).toBe(pasted);
    expect(document.activeElement).toBe(input);
    expect(screen.getByText(/^(Enter|Too large)/)).toBeDefined();
    await userEvent.clear(input);
    await save();
    expect(onSubmit.mock.calls).toEqual([[null]]);
  },
);

test.each([
  [MoneyField, '10.555', 'Enter at most two decimals: a paisa is the smallest amount.'],
  [MoneyField, '-5', 'Enter a number that is not below zero.'],
  [MoneyField, '99999999999', 'Too large. The most is ₹10,00,00,00,000.'],
  [MoneyField, '500 600', 'Enter one amount in digits, such as 1,250.50.'],
  [MoneyField, 'two lakh', 'Enter one amount in digits, such as 1,250.50.'],
  [RateField, '-1 %', 'Enter a number that is not below zero.'],
  [RateField, '0.00001', 'Enter at most four decimals.'],
  [RateField, '1000', 'Enter a rate below 1,000 %.'],
  [NumberField, '99999999999', 'Too large. The most is 10,00,000.'],
  [NumberField, '1.5', 'Enter a whole number, without decimals.'],
  [NumberField, '-1', 'Enter a number that is not below zero.'],
])('%o is told why it does not take %s', async (Input, text, problem) => {
  const { input, save, onSubmit } = renderNumber(Input);
  await userEvent.type(input, text);
  await screen.findByText(problem);
  await save();
  expect(onSubmit).not.toHaveBeenCalled();
});
