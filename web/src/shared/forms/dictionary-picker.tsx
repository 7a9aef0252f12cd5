import type { Dictionary } from '@noren/contract/certification';
import { loadChoices, useChoices } from '../../api/dictionary.ts';
import { useLanguage } from '../../i18n/index.ts';
import { SelectPicker } from '../../ui/form/select-picker.tsx';

type Props = {
  type: Dictionary;
  title: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
};

/** A choice out of a dictionary, which loads when it is opened, or at once where a value has to be named. */
export function DictionaryPicker({ type, value, ...rest }: Props) {
  const label = useChoiceName(type, value);
  const language = useLanguage();
  return (
    <SelectPicker
      // In another language the list is another.
      key={language}
      {...rest}
      value={value}
      options={() => loadChoices(type)}
      valueLabel={label}
    />
  );
}

/** How a dictionary names a choice. Until it is there a dash stands for it, not its code. */
export function useChoiceName(type: Dictionary, value: string): string {
  const { choices } = useChoices(type, value !== '');
  return choices?.find((choice) => choice.value === value)?.label ?? '…';
}
