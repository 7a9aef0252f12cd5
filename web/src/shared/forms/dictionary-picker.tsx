import type { Dictionary } from '@noren/contract/dictionary';
import type { ComponentProps } from 'react';
import { loadChoices, useChoices } from '../../api/dictionary.ts';
import { useLanguage } from '../../i18n/index.ts';
import { SelectPicker } from '../../ui/form/select-picker.tsx';

type Picker = ComponentProps<typeof SelectPicker<string>>;
type Props = Pick<Picker, 'title' | 'search' | 'track' | 'onBlur'> & {
  type: Dictionary;
  value: string;
  onChange: (value: string) => void;
};

/**
 * A picker for a dictionary. The entries are loaded when it is opened, or at once when a value has
 * to be labelled.
 */
export function DictionaryPicker({ type, value, ...rest }: Props) {
  const label = useChoiceName(type, value);
  const language = useLanguage();

  return (
    <SelectPicker
      // Remounted after a language change: the entries are translated.
      key={language}
      {...rest}
      value={value}
      options={() => loadChoices(type)}
      valueLabel={label}
    />
  );
}

/** The label of a dictionary entry; '…' until the dictionary is loaded. */
export function useChoiceName(type: Dictionary, value: string): string {
  const { choices } = useChoices(type, value !== '');
  return choices?.find((choice) => choice.value === value)?.label ?? '…';
}
