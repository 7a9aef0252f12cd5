import { amountText, readAmount } from '@noren/core/typed/amount';
import { useState } from 'react';
import { formatMoney } from '../i18n/format.ts';
import { Checkbox } from '../ui/form/checkbox.tsx';
import { DatePicker } from '../ui/form/date-picker.tsx';
import { ErrorSummary } from '../ui/form/error-summary.tsx';
import { Field } from '../ui/form/field.tsx';
import { MoneyInput } from '../ui/form/money-input.tsx';
import { OtpInput } from '../ui/form/otp-input.tsx';
import { PhoneInput } from '../ui/form/phone-input.tsx';
import { RadioCards } from '../ui/form/radio-cards.tsx';
import { Slider } from '../ui/form/slider.tsx';
import { TextArea } from '../ui/form/text-area.tsx';
import { TextInput } from '../ui/form/text-input.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Part } from './part.tsx';
import { Pickers } from './pickers.tsx';

/** All form controls. */
export function Fields() {
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('27');
  const [amount, setAmount] = useState('10,000');
  const [birth, setBirth] = useState('');
  const read = readAmount(amount);

  return (
    <Part title="Fields">
      <ErrorSummary
        errors={[
          { field: 'gallery-phone', text: 'Please check the phone number format' },
          { field: 'gallery-birth', text: 'Enter your date of birth' },
        ]}
      />
      <Field
        id="gallery-phone"
        label="Phone number"
        error={phone ? undefined : 'Phone number cannot be empty'}
      >
        <PhoneInput value={phone} onChange={setPhone} autoComplete="tel-national" />
      </Field>
      <Field label="Verification code" hint="We sent 4 digits to +91 98765 43210.">
        <OtpInput
          value={code}
          onChange={setCode}
          onComplete={(whole) => toast(`Submitted ${whole}`)}
        />
      </Field>
      <Field label="Company name" aside="(optional)">
        <TextInput autoComplete="organization" placeholder="As on your payslip" />
      </Field>
      <Field label="Name on the PAN" hint="Read from the card.">
        <TextInput disabled defaultValue="ASHA EXAMPLE" />
      </Field>
      <Field label="Amount">
        <MoneyInput large value={amount} onChange={setAmount} />
      </Field>
      <Field label="Amount on a scale">
        <Slider
          value={read.ok ? read.value : 0}
          onChange={(paise) => setAmount(amountText(paise))}
          min={200_000}
          max={1_250_000}
          step={50_000}
          format={(paise) => formatMoney(paise, 'whole')}
        />
      </Field>
      <Field id="gallery-birth" group label="Date of birth" hint="You must be 18 to 80 years old.">
        <DatePicker
          value={birth}
          onChange={setBirth}
          min="1946-11-21"
          max="2008-11-20"
          title="Date of birth"
          autoComplete="bday"
        />
      </Field>
      <Pickers />
      <Choices />
    </Part>
  );
}

function Choices() {
  const [text, setText] = useState('The code came late.');
  const [way, setWay] = useState<'full' | 'extend' | ''>('full');

  return (
    <>
      <Field
        label="What happened?"
        error={text ? undefined : 'Please fill in the feedback content before submitting.'}
      >
        <TextArea value={text} most={500} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Field group label="How do you want to repay?">
        <RadioCards
          value={way}
          onChange={setWay}
          options={[
            {
              value: 'full',
              label: 'Pay in full',
              note: 'The order closes, your limit opens again',
              aside: '₹10,160.15',
            },
            {
              value: 'extend',
              label: 'Extend by 7 days for ₹337.15',
              note: 'New due date 12/12/2026. Principal does not fall.',
            },
          ]}
        />
      </Field>
      <Checkbox>
        I have read and agree to the <a href="#/noren">privacy policy</a>
      </Checkbox>
      <Field label="Consent" error="Please agree to the privacy policy to go on.">
        <Checkbox>A consent that was forgotten</Checkbox>
      </Field>
    </>
  );
}
