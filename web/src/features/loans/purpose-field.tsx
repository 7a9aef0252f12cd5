import { loadChoices } from '../../api/dictionary.ts';
import { useT } from '../../i18n/index.ts';
import { Field } from '../../ui/form/field.tsx';
import { SelectPicker } from '../../ui/form/select-picker.tsx';

type PurposeProps = {
  purpose: string;
  purposeName: string | undefined;
  error: string | undefined;
  onChange: (code: string, name: string) => void;
};

export function PurposeField({ purpose, purposeName, error, onChange }: PurposeProps) {
  const t = useT();
  return (
    <Field id="purpose" label={t('loans.purpose')} error={error}>
      <SelectPicker
        title={t('loans.purpose')}
        options={loadPurposes}
        value={purpose}
        valueLabel={purposeName}
        onChange={(code, option) => onChange(code, option.label)}
      />
    </Field>
  );
}

const loadPurposes = () => loadChoices('loanPurpose');
