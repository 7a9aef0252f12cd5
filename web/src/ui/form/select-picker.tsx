import type { TrackedField } from '@noren/core/people/tracking-rules';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../feedback/states.tsx';
import { Icon } from '../layout/icon.tsx';
import { Sheet } from '../overlay/dialog.tsx';
import { createResource, useResource } from '../routing/resource.ts';
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

/** A field whose value is chosen from a list in a sheet. */
export function SelectPicker<V extends string>(props: Props<V>) {
  const {
    value,
    onChange,
    title,
    placeholder,
    valueLabel,
    search,
    onBlur,
    disabled = false,
    ref,
  } = props;
  const { track = 'listSearch' } = props;
  const t = useT();
  const valueId = useId();
  const labelId = useFieldLabelId();
  const wiring = useField();
  const [open, setOpen] = useState(false);
  const { options, error, retry } = useOptions(props.options, open);
  const chosen = options?.find((option) => option.value === value);
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
        <span
          id={valueId}
          className={text === undefined ? `${own.value} ${own.placeholder}` : own.value}
        >
          {text ?? placeholder ?? t('ui.choose')}
        </span>
        <Icon name="down" size={20} />
      </button>
      <Sheet open={open} title={title} onClose={close}>
        <Choices
          {...{ options, value, title, search, track }}
          hasFailed={error !== undefined}
          onRetry={retry}
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
  options: readonly Option<V>[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  onChoose: (option: Option<V>) => void;
};

function Choices<V extends string>(props: ChoicesProps<V>) {
  const { options, hasFailed, value, title, search, track, onRetry, onChoose } = props;
  const t = useT();
  const [term, setTerm] = useState('');

  if (hasFailed) return <ErrorState text={t('ui.list_failed')} onRetry={onRetry} />;
  if (!options) return <Skeleton lines={6} />;

  const trimmed = term.trim();
  const shown = search && trimmed ? search(options, trimmed) : options;

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
        <EmptyState
          title={t('ui.nothing_found')}
          text={trimmed ? t('ui.search_otherwise') : undefined}
        />
      )}
      <span className="visually-hidden" role="status">
        {trimmed && t('ui.results', { count: shown.length })}
      </span>
    </>
  );
}

/** The list passed in, or loaded at the first opening of the sheet. */
function useOptions<V extends string>(source: Props<V>['options'], isWanted: boolean) {
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });

  const [resource] = useState(() => createResource(() => loadOptions(latest.current)));
  const { value, error, retry } = useResource(resource, {
    isWanted: isWanted && typeof source === 'function',
  });

  return { options: typeof source === 'function' ? value : source, error, retry };
}

async function loadOptions<V extends string>(
  source: Props<V>['options'],
): Promise<readonly Option<V>[]> {
  if (typeof source !== 'function') return source;
  try {
    return await source();
  } catch (cause) {
    console.warn('The list could not be loaded', cause);
    throw cause;
  }
}
