import { useState } from 'react';
import { Field } from '../ui/form/field.tsx';
import type { Option } from '../ui/form/option-list.tsx';
import { SelectPicker } from '../ui/form/select-picker.tsx';

const GENDERS = [
  { value: 'f', label: 'Woman' },
  { value: 'm', label: 'Man' },
  { value: 'o', label: 'Another' },
] as const;

const BANKS: Option[] = [
  'Bank of Baroda',
  'Canara Bank',
  'HDFC Bank',
  'ICICI Bank',
  'State Bank of India',
].map((label) => ({
  value: label,
  label,
}));

const soon = <T,>(answer: () => T) =>
  new Promise<T>((resolve) => setTimeout(() => resolve(answer()), 800));

const contains = (options: readonly Option[], term: string) =>
  options.filter((option) => option.label.toLowerCase().includes(term.toLowerCase()));

/**
 * The select picker with a list, a loader, a loader that fails at first, and a list that is empty.
 */
export function Pickers() {
  const [gender, setGender] = useState<'f' | 'm' | 'o' | ''>('');
  const [bank, setBank] = useState('');
  const [failed, setFailed] = useState(false);

  const fails = async () => {
    await soon(() => undefined);
    if (failed) return BANKS;
    setFailed(true);
    throw new Error('The first attempt fails, to show the error state');
  };

  return (
    <>
      <Field label="Gender" error={gender ? undefined : 'Choose one'}>
        <SelectPicker options={GENDERS} value={gender} onChange={setGender} title="Gender" />
      </Field>
      <Field label="Bank (loaded, with search)">
        <SelectPicker
          options={() => soon(() => BANKS)}
          value={bank}
          onChange={setBank}
          title="Your bank"
          search={contains}
        />
      </Field>
      <Field label="Bank (fails at first)">
        <SelectPicker
          options={fails}
          value={bank}
          valueLabel={bank}
          onChange={setBank}
          title="Your bank"
        />
      </Field>
      <Field label="Branch (nothing there)">
        <SelectPicker options={[]} value="" onChange={() => undefined} title="Branch" />
      </Field>
      <Field label="Occupation">
        <SelectPicker
          options={[]}
          value=""
          onChange={() => undefined}
          title="Occupation"
          disabled
          placeholder="After the income"
        />
      </Field>
    </>
  );
}
