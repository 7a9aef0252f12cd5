import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../layout/icon.tsx';
import style from './option-list.module.css';

export type Option<V extends string = string> = {
  value: V;
  label: string;
  note?: string;
  disabled?: boolean;
};

type Props<V extends string> = {
  options: readonly Option<V>[];
  value: V | '';
  onChoose: (option: Option<V>) => void;
  label: string;
  /** A narrow column without ticks, as in the date picker. */
  column?: boolean;
};

const STEPS: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: -1e6,
  End: 1e6,
};

/**
 * A list with one choice: arrow keys move, Enter or a tap chooses. The chosen option is in view
 * when it opens.
 */
export function OptionList<V extends string>({
  options,
  value,
  onChoose,
  label,
  column = false,
}: Props<V>): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const entry =
    options.find((option) => option.value === value && !option.disabled) ??
    options.find((o) => !o.disabled);

  useEffect(() => {
    const box = list.current;
    const chosen = box?.querySelector<HTMLElement>('[aria-selected=true]');

    if (box && chosen && column)
      box.scrollTop = chosen.offsetTop - box.clientHeight / 2 + chosen.clientHeight / 2;
    else chosen?.scrollIntoView?.({ block: 'nearest' });
  }, [column]);

  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;

    event.preventDefault();

    const items = [
      ...(list.current?.querySelectorAll<HTMLElement>('[role=option]:not(:disabled)') ?? []),
    ];
    const from = items.indexOf(document.activeElement as HTMLElement);

    items[Math.max(0, Math.min(items.length - 1, from + step))]?.focus();
  };

  return (
    <div
      ref={list}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className={style[column ? 'column' : 'list']}
      onKeyDown={move}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="option"
          aria-selected={option.value === value}
          disabled={option.disabled ?? false}
          tabIndex={option === entry ? 0 : -1}
          className={style.option}
          onClick={() => onChoose(option)}
        >
          <span className={style.words}>
            {option.label}
            {option.note && <span className={style.note}>{option.note}</span>}
          </span>
          {!column && option.value === value && <Icon name="check" size={20} />}
        </button>
      ))}
    </div>
  );
}
