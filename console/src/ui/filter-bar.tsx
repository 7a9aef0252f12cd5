import { isBusinessDay } from '@noren/core/money/time';
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { kitTexts } from '../texts/kit.ts';
import { Button } from './button.tsx';
import { DayField, MoneyField, SelectField, TextField } from './fields.tsx';
import style from './form.module.css';

/** A filter of a list; its name is the parameter in the address. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'day' | 'amount' | 'choice';
  readonly options?: readonly { readonly id: string; readonly text: string }[];
  /** The option without a value; "Any" unless given. */
  readonly anyText?: string;
}

/** Parameters of the address, and a setter that replaces the address; '' removes a parameter. */
export function useAddressValues(): readonly [
  values: Readonly<Record<string, string>>,
  change: (changes: Readonly<Record<string, string>>) => void,
] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const values = useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search]);

  const change = useCallback(
    (changes: Readonly<Record<string, string>>) => {
      const params = new URLSearchParams(search);

      for (const [name, value] of Object.entries(changes)) {
        if (value === '') params.delete(name);
        else params.set(name, value);
      }

      navigate(params.size === 0 ? path : `${path}?${params}`, { replace: true });
    },
    [search, path, navigate],
  );

  return [values, change];
}

/** The filters of a list of money: its days and the exact amount. */
export const MONEY_FILTERS: readonly Filter[] = [
  { name: 'from', label: kitTexts.from, kind: 'day' },
  { name: 'to', label: kitTexts.to, kind: 'day' },
  { name: 'amountPaise', label: kitTexts.amount, kind: 'amount' },
];

/** A choice between texts by their ids. */
export const makeChoice = (
  name: string,
  label: string,
  texts: Readonly<Record<string, string>>,
): Filter => ({
  name,
  label,
  kind: 'choice',
  options: Object.entries(texts).map(([id, text]) => ({ id, text })),
});

/**
 * Of the address, what these filters can mean; another list's state and a half-typed value are left
 * out.
 */
export function readFilters(
  filters: readonly Filter[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isMeant = ({ kind, options = [] }: Filter, value: string): boolean => {
    if (kind === 'choice') return options.some(({ id }) => id === value);
    if (kind === 'day') return isBusinessDay(value);
    if (kind === 'amount') return readPaise(value) !== null;

    return value !== '';
  };

  const meant = filters.flatMap((filter) => {
    const value = values[filter.name] ?? '';
    return isMeant(filter, value) ? [[filter.name, value] as const] : [];
  });

  return Object.fromEntries(meant);
}

/** Paise in the address. */
const readPaise = (text: string): number | null => (/^\d{1,12}$/.test(text) ? Number(text) : null);

/** Filters of a list. Their values are in the address, so that links and reloads keep them. */
export function FilterBar({ filters }: { readonly filters: readonly Filter[] }) {
  const [values, change] = useAddressValues();
  const isSet = filters.some(({ name }) => (values[name] ?? '') !== '');

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser knows the element
    <form
      className={style.filters}
      role="search"
      aria-label={kitTexts.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      {filters.map(({ name, label, kind, options = [], anyText = kitTexts.any }) => {
        const shared = {
          label,
          name,
          value: values[name] ?? '',
          onChange: (value: string) => change({ [name]: value }),
        };

        if (kind === 'amount')
          return (
            <MoneyField
              key={name}
              {...shared}
              hint=""
              value={readPaise(shared.value)}
              onChange={(amount) => shared.onChange(amount === null ? '' : String(amount))}
            />
          );

        if (kind === 'day') return <DayField key={name} {...shared} />;
        if (kind === 'text') return <TextField key={name} {...shared} kind="search" />;

        return (
          <SelectField key={name} {...shared} options={[{ id: '', text: anyText }, ...options]} />
        );
      })}
      {isSet && (
        <Button
          tone="quiet"
          icon="cross"
          onPress={() => change(Object.fromEntries(filters.map(({ name }) => [name, ''])))}
        >
          {kitTexts.clear}
        </Button>
      )}
    </form>
  );
}
