import type { TrackedField } from '@noren/core/people/tracking-rules';
import { type Ref, useEffect, useId, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../feedback/states.tsx';
import { Icon } from '../layout/icon.tsx';
import { Sheet } from '../overlay/dialog.tsx';
import { useField, useFieldLabelId } from './field.tsx';
import style from './input.module.css';
import { type Option, OptionList } from './option-list.tsx';
import own from './select-picker.module.css';
import { TextInput } from './text-input.tsx';

type Props<V extends string> = {
  /** A list, or a function that loads it: called at the first opening and by "Try again". */
  options: readonly Option<V>[] | (() => Promise<readonly Option<V>[]>);
  value: V | '';
  onChange: (value: V, option: Option<V>) => void;
  /** The sheet's heading. */
  title: string;
  placeholder?: string;
  /** The text of the value, when the options that name it are not loaded yet. */
  valueLabel?: string | undefined;
  /** If set, the sheet has a search box; returns the matches in display order. */
  search?: (options: readonly Option<V>[], term: string) => readonly Option<V>[];
  /** The tracking name of the search box. */
  track?: TrackedField;
  onBlur?: () => void;
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

type Loaded<V extends string> =
  | { state: 'idle' | 'loading' | 'failed' }
  | { state: 'ready'; options: readonly Option<V>[] };

/** A field whose value is chosen from a list in a sheet. */
export function SelectPicker<V extends string>(props: Props<V>) {
  const { options, value, onChange, title, placeholder, valueLabel, search, onBlur, disabled = false, ref } = props;
  const { track = 'listSearch' } = props;
  const t = useT();
  const valueId = useId();
  const labelId = useFieldLabelId();
  const wiring = useField();
  const [open, setOpen] = useState(false);
  const { loaded, reload } = useOptions(options, open);
  const chosen = loaded.state === 'ready' ? loaded.options.find((option) => option.value === value) : undefined;
  const text = value === '' ? undefined : (chosen?.label ?? valueLabel ?? value);
  const close = () => {
    setOpen(false);
    onBlur?.();
  };
  return (
    <>
      <button
        ref={ref}
        type="button"
        {...wiring}
        className={`${style.box} ${own.trigger}`}
        aria-haspopup="dialog"
        aria-labelledby={labelId ? `${labelId} ${valueId}` : undefined}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        <span id={valueId} className={text === undefined ? `${own.value} ${own.placeholder}` : own.value}>
          {text ?? placeholder ?? t('ui.choose')}
        </span>
        <Icon name="down" size={20} />
      </button>
      <Sheet open={open} title={title} onClose={close}>
        <Choices
          {...{ loaded, value, title, search, track }}
          onRetry={reload}
          onChoose={(option) => {
            onChange(option.value, option);
            close();
          }}
        />
      </Sheet>
    </>
  );
}

type ChoicesProps<V extends string> = Pick<Props<V>, 'value' | 'title'> & {
  search: Props<V>['search'] | undefined;
  track: TrackedField;
  loaded: Loaded<V>;
  onRetry: () => void;
  onChoose: (option: Option<V>) => void;
};

function Choices<V extends string>({ loaded, value, title, search, track, onRetry, onChoose }: ChoicesProps<V>) {
  const t = useT();
  const [term, setTerm] = useState('');
  if (loaded.state === 'failed') return <ErrorState text={t('ui.list_failed')} onRetry={onRetry} />;
  if (loaded.state !== 'ready') return <Skeleton lines={6} />;
  const trimmed = term.trim();
  const shown = search && trimmed ? search(loaded.options, trimmed) : loaded.options;
  return (
    <>
      {search && (
        <TextInput
          track={track}
          role="searchbox"
          enterKeyHint="search"
          aria-label={t('ui.search')}
          placeholder={t('ui.search')}
          prefix={<Icon name="search" size={20} />}
          autoComplete="off"
          value={term}
          onChange={(event) => setTerm(event.target.value)}
        />
      )}
      {shown.length > 0 ? (
        <OptionList options={shown} value={value} label={title} onChoose={onChoose} />
      ) : (
        <EmptyState title={t('ui.nothing_found')} text={trimmed ? t('ui.search_otherwise') : undefined} />
      )}
      <span className="visually-hidden" role="status">
        {trimmed && t('ui.results', { count: shown.length })}
      </span>
    </>
  );
}

function useOptions<V extends string>(source: Props<V>['options'], wanted: boolean) {
  const given = typeof source === 'function' ? undefined : source;
  const [fetched, setFetched] = useState<Loaded<V>>({ state: 'idle' });
  const load = async () => {
    if (typeof source !== 'function') return;
    setFetched({ state: 'loading' });
    try {
      setFetched({ state: 'ready', options: await source() });
    } catch (cause) {
      console.warn('The list could not be loaded', cause);
      setFetched({ state: 'failed' });
    }
  };
  const start = wanted && !given && fetched.state === 'idle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once at the first opening, whatever function is passed
  useEffect(() => {
    if (start) void load();
  }, [start]);
  const loaded: Loaded<V> = given ? { state: 'ready', options: given } : fetched;
  return { loaded, reload: () => void load() };
}
