import { useState } from 'react';
import { loadChoices } from '../../api/dictionary.ts';
import { useT } from '../../i18n/index.ts';
import { Field } from '../../ui/form/field.tsx';
import { SelectPicker } from '../../ui/form/select-picker.tsx';

type Purpose = { code: string; name: string | undefined };

/** What the loan is for: its code, and its name in the language in which it was chosen. */
export function usePurpose(atFirst: () => Purpose) {
  const [purpose, setPurpose] = useState(atFirst);
  return { ...purpose, choose: (code: string, name: string) => setPurpose({ code, name }) };
}

type PurposeProps = { purpose: ReturnType<typeof usePurpose>; isJudged: boolean };

export function PurposeField({ purpose, isJudged }: PurposeProps) {
  const t = useT();

  return (
    <Field
      id="purpose"
      label={t('loans.purpose')}
      error={isJudged && purpose.code === '' ? t('loans.purpose_needed') : undefined}
    >
      <SelectPicker
        title={t('loans.purpose')}
        options={loadPurposes}
        value={purpose.code}
        valueLabel={purpose.name}
        onChange={(code, option) => purpose.choose(code, option.label)}
      />
    </Field>
  );
}

const loadPurposes = () => loadChoices('loanPurpose');
