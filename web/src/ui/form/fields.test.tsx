import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { CodeInput } from './code-input.tsx';
import { DigitsInput } from './digits-input.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { Field } from './field.tsx';
import { MoneyInput } from './money-input.tsx';
import { OtpInput } from './otp-input.tsx';
import { PhoneInput } from './phone-input.tsx';
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
        <RadioCards
          options={[{ value: 'full', label: 'In full' }]}
          value=""
          onChange={() => undefined}
        />
      </Field>,
    );
    expect(
      screen
        .getByRole('group', { name: 'How to repay' })
        .contains(screen.getByRole('radio', { name: 'In full' })),
    ).toBe(true);
  });
});

/** A text field under test, and a paste into it when it is empty. */
function show(children: (value: string, set: (text: string) => void) => ReactNode) {
  render(
    <Controlled start="">
      {(value, set) => <Field label="Field">{children(value, set)}</Field>}
    </Controlled>,
  );

  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Field' });

  const paste = async (text: string) => {
    await userEvent.clear(input);
    await userEvent.click(input);
    await userEvent.paste(text);
    return input.value;
  };

  return { input, paste };
}

describe('what is pasted into', () => {
  it.each([
    ['1234-5678 90', '1234567890'],
    ['१२३४ ५६७८', '12345678'],
    ['\u202a1234\u00a05678\u202c', '12345678'],
    ['1234567890123456789012', '1234567890123456789012'],
    ['A/c 12345678', 'A/c 12345678'],
  ])('a number field, %j, is shown as %j', async (text, shown) => {
    const { input, paste } = show((value, set) => <DigitsInput value={value} onChange={set} />);
    expect(await paste(text)).toBe(shown);
    expect(input.inputMode).toBe('numeric');
    expect(input.maxLength).toBe(-1);
  });

  it.each([
    ['+910 98765 43210', '9876543210'],
    ['+91(98765)43210', '9876543210'],
    ['+91 (987) 654-3210', '9876543210'],
    ['९८७६५४३२१०', '9876543210'],
    ['tel:+91-98765-43210', '9876543210'],
    ['+9198240000123', '+9198240000123'],
    ['98765432101', '98765432101'],
    ['+1 415 555 2671', '+1 415 555 2671'],
    ['9876543210, 9123456780', '9876543210, 9123456780'],
  ])('a phone field, %j, is shown as %j', async (text, shown) => {
    const { input, paste } = show((value, set) => <PhoneInput value={value} onChange={set} />);
    expect(await paste(text)).toBe(shown);
    expect(input.maxLength).toBe(-1);
  });

  it.each([
    ['500.00', '500'],
    ['100.50', '100.50'],
    ['१०००', '1,000'],
    ['Rs. 1,00,000/-', '1,00,000'],
    ['5,00', '5'],
    ['1.000', '1.000'],
    ['2 lakh', '2 lakh'],
    ['-500', '-500'],
  ])('an amount field, %j, is shown as %j', async (text, shown) => {
    const { paste } = show((value, set) => <MoneyInput value={value} onChange={set} />);
    expect(await paste(text)).toBe(shown);
  });

  it.each([
    ['abcpa १२३४ a', 'ABCPA 1234 A'],
    ['ｈｄｆｃ0000001', 'HDFC0000001'],
  ])('a field for capitals, %j, is shown as %j', async (text, shown) => {
    const { paste } = show((value, set) => <CodeInput value={value} onChange={set} />);
    expect(await paste(text)).toBe(shown);
  });
});

describe('what is typed into', () => {
  it('an amount field is grouped the Indian way, and settled when the field is left', async () => {
    const { input } = show((value, set) => <MoneyInput value={value} onChange={set} />);
    await userEvent.type(input, '125000');
    expect(input.value).toBe('1,25,000');
    await userEvent.type(input, '{Backspace}{Backspace}');
    expect(input.value).toBe('1,250');
    await userEvent.type(input, '.00');
    expect(input.value).toBe('1250.00');
    await userEvent.tab();
    expect(input.value).toBe('1,250');
  });

  it('a phone field keeps its area code until the number is whole', async () => {
    const { input } = show((value, set) => <PhoneInput value={value} onChange={set} />);
    await userEvent.type(input, '+91 98765');
    expect(input.value).toBe('+91 98765');
    await userEvent.type(input, ' 43210');
    expect(input.value).toBe('9876543210');
    await userEvent.type(input, '1');
    expect(input.value).toBe('98765432101');
  });

  it('a field is left to a keyboard that composes, and read when it has composed', () => {
    const { input } = show((value, set) => <DigitsInput value={value} onChange={set} />);
    fireEvent.compositionStart(input);
    fireEvent.input(input, { target: { value: '१२' } });
    expect(input.value).toBe('१२');
    fireEvent.input(input, { target: { value: '१२ ३४' } });
    expect(input.value).toBe('१२ ३४');
    fireEvent.compositionEnd(input);
    expect(input.value).toBe('1234');
  });

  it('an amount is grouped again after a keyboard has composed a digit into it', async () => {
    const { input, paste } = show((value, set) => <MoneyInput value={value} onChange={set} />);
    await paste('1,000');
    fireEvent.compositionStart(input);
    fireEvent.input(input, { target: { value: '1,000५' } });
    fireEvent.compositionEnd(input, { data: '५' });
    expect(input.value).toBe('10,005');
  });
});

describe('OtpInput', () => {
  const showCode = (complete: (code: string) => void) =>
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
    showCode(complete);

    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Verification code' });
    await userEvent.type(input, '271');
    expect(complete).not.toHaveBeenCalled();
    await userEvent.type(input, '8');
    expect(input.value).toBe('2718');
    await userEvent.type(input, '9');
    expect(complete.mock.calls).toEqual([['2718']]);
    expect(input.value).toBe('27189');
    expect(input.autocomplete).toBe('one-time-code');
  });

  it('takes a paste with spaces and completes again after a correction', async () => {
    const complete = vi.fn();
    showCode(complete);
    await userEvent.click(screen.getByRole('textbox'));
    await userEvent.paste('27 18');
    await userEvent.keyboard('{Backspace}9');
    expect(complete.mock.calls).toEqual([['2718'], ['2719']]);
  });
});

describe('a pasted code', () => {
  it.each([
    ['१२३४', '1234', '1234'],
    ['1234 is your Noren code. @noren.example #1234', '1234', '1234'],
    ['1 2 3 4', '1234', '1234'],
    ['271899', '271899', undefined],
    ['12a4', '12a4', undefined],
    ['1234 or 5678', '1234 or 5678', undefined],
  ])('%j is shown as %j and completes %s', async (text, shown, completed) => {
    const complete = vi.fn();
    const { paste } = show((value, set) => (
      <OtpInput value={value} onChange={set} onComplete={complete} />
    ));

    expect(await paste(text)).toBe(shown);
    expect(complete.mock.calls).toEqual(completed === undefined ? [] : [[completed]]);
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
      <Slider
        label="Amount"
        value={4}
        onChange={() => undefined}
        min={2}
        max={10}
        step={1}
        format={(n) => `₹${n}`}
      />,
    );
    expect(screen.getByRole('slider', { name: 'Amount' }).getAttribute('aria-valuetext')).toBe(
      '₹4',
    );
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
