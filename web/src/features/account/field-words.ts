import { DICTIONARIES, type Dictionary } from '@noren/contract/dictionary';
import { isBusinessDay } from '@noren/core/money/time';
import type { CorrectedField } from '@noren/core/people/correction';
import { useChoices } from '../../api/dictionary.ts';
import { formatDay } from '../../i18n/format.ts';

/** A function that formats a field's value: a choice by its label, a day as a date. */
export function useValueFormat(field: CorrectedField): (value: string) => string {
  const dictionary = findDictionary(field);
  // A field without a dictionary loads no choices: the second argument switches the call off.
  const { choices } = useChoices(dictionary ?? 'gender', dictionary !== undefined);

  return (value) => {
    if (dictionary) return choices?.find((choice) => choice.value === value)?.label ?? '…';
    return isBusinessDay(value) ? formatDay(value) : value;
  };
}

/** The dictionary of a field's value, if it has one. */
export function findDictionary(field: CorrectedField): Dictionary | undefined {
  return DICTIONARIES.find((dictionary) => dictionary === field);
}
