import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { DigitsInput, MoneyInput } from './digits-input.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { Field } from './field.tsx';
import { OtpInput } from './otp-input.tsx';
import { RadioCards } from './radio-cards.tsx';
import { Slider } from './slider.tsx';
import { TextArea } from './text-area.tsx';
import { TextInput } from './text-input.tsx';

/** Holds a value for a controlled input and reports each change. */
function Controlled<V>({
  start,
  onValue,
  children,
}: {
  start: V;
  onValue?: (v: V) => void;
  children: (v: V, set: (v: V) => void) => ReactNode;
}) {
  const [value, setValue] = useState(start);
  return children(value, (next) => {
    setValue(next);
    onValue?.(next);
  });
}

describe('Field', () => {
  it('names its control and ties hint and error to it', () => {
    render(
      <Field label="Company name" hint="As on your payslip" error="Enter the company's name">
        <TextInput />
      </Field>,
    );
    const input = screen.getByRole('textbox', { name: 'Company name' });
    const described = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual(['As on your payslip', "Enter the company's name"]);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe("Enter the company's name");
  });

  it('is valid and silent without an error', () => {
    render(
      <Field label="Story">
        <TextArea />
      </Field>,
    );
    const area = screen.getByRole('textbox', { name: 'Story' });
    expect(area.hasAttribute('aria-invalid')).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('groups several controls under a legend', () => {
    render(
      <Field group label="How to repay">
        <RadioCards options={[{ value: 'full', label: 'In full' }]} value="" onChange={() => undefined} />
      </Field>,
    );
    expect(
      screen.getByRole('group', { name: 'How to repay' }).contains(screen.getByRole('radio', { name: 'In full' })),
    ).toBe(true);
  });
});

describe('digits', () => {
  it('keeps the digits of a pasted phone number, no more than its length', async () => {
    render(
      <Controlled start="">
        {(value, set) => (
          <Field label="Phone number">
            <DigitsInput value={value} onChange={set} maxLength={10} />
          </Field>
        )}
      </Controlled>,
    );
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone number' });
    await userEvent.click(input);
    await userEvent.paste('98765-43210 12');
    expect(input.value).toBe('9876543210');
    expect(input.inputMode).toBe('numeric');
  });

  it('groups an amount the Indian way and reports paise', async () => {
    const onValue = vi.fn();
    render(
      <Controlled<number | null> start={null} onValue={onValue}>
        {(value, set) => (
          <Field label="Amount">
            <MoneyInput value={value} onChange={set} />
          </Field>
        )}
      </Controlled>,
    );
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
    await userEvent.type(input, '125000');
    expect(input.value).toBe('1,25,000');
    expect(onValue).toHaveBeenLastCalledWith(12_500_000);
    await userEvent.clear(input);
    expect(onValue).toHaveBeenLastCalledWith(null);
  });
});

describe('OtpInput', () => {
  const show = (complete: (code: string) => void) =>
    render(
      <Controlled start="">
        {(value, set) => (
          <Field label="Verification code">
            <OtpInput value={value} onChange={set} onComplete={complete} />
          </Field>
        )}
      </Controlled>,
    );

  it('is complete at the fourth digit, once', async () => {
    const complete = vi.fn();
    show(complete);
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Verification code' });
    await userEvent.type(input, '271');
    expect(complete).not.toHaveBeenCalled();
    await userEvent.type(input, '89');
    expect(complete.mock.calls).toEqual([['2718']]);
    expect(input.value).toBe('2718');
    expect(input.autocomplete).toBe('one-time-code');
  });

  it('takes a paste with spaces and completes again after a correction', async () => {
    const complete = vi.fn();
    show(complete);
    await userEvent.click(screen.getByRole('textbox'));
    await userEvent.paste('27 18');
    await userEvent.keyboard('{Backspace}9');
    expect(complete.mock.calls).toEqual([['2718'], ['2719']]);
  });
});

describe('choices', () => {
  it('chooses a card by its label and a box by its text', async () => {
    const chosen = vi.fn();
    render(
      <>
        <RadioCards
          options={[
            { value: 'full', label: 'Pay in full' },
            { value: 'part', label: 'Pay a part', disabled: true },
          ]}
          value=""
          onChange={chosen}
        />
        <Checkbox>I agree</Checkbox>
      </>,
    );
    await userEvent.click(screen.getByText('Pay a part'));
    await userEvent.click(screen.getByText('Pay in full'));
    expect(chosen.mock.calls).toEqual([['full']]);
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'I agree' });
    expect(box.checked).toBe(false);
    await userEvent.click(screen.getByText('I agree'));
    expect(box.checked).toBe(true);
  });

  it('says the value of a scale in words', () => {
    render(
      <Slider label="Amount" value={4} onChange={() => undefined} min={2} max={10} step={1} format={(n) => `₹${n}`} />,
    );
    expect(screen.getByRole('slider', { name: 'Amount' }).getAttribute('aria-valuetext')).toBe('₹4');
  });
});

describe('ErrorSummary', () => {
  it('takes the focus and leads to the field', async () => {
    render(
      <>
        <ErrorSummary errors={[{ field: 'phone', text: 'Phone number cannot be empty' }]} />
        <Field id="phone" label="Phone number">
          <TextInput />
        </Field>
      </>,
    );
    const summary = screen.getByRole('region', { name: 'One thing needs your attention' });
    expect(document.activeElement).toBe(summary);
    await userEvent.click(screen.getByRole('button', { name: 'Phone number cannot be empty' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Phone number' }));
  });
});
