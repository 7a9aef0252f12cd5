import type { KeyboardEvent } from 'react';
import style from './tabs.module.css';

type Props<V extends string> = {
  /** A null count is loading: its space is reserved. */
  items: readonly { value: V; label: string; count?: number | null }[];
  value: V;
  onChange: (value: V) => void;
  label: string;
  /** The id of the panel the tabs change: give it role "tabpanel". */
  panelId: string;
};

/** Two or three views of one list; arrows move between them. */
export function Tabs<V extends string>({ items, value, onChange, label, panelId }: Props<V>) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const index = items.findIndex((item) => item.value === value);
    const next = items[(index + step + items.length) % items.length];
    if (step === 0 || !next) return;

    event.preventDefault();
    onChange(next.value);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[items.indexOf(next)]?.focus();
  };

  return (
    <div role="tablist" aria-label={label} className={style.tabs} onKeyDown={move}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          aria-selected={item.value === value}
          aria-controls={panelId}
          tabIndex={item.value === value ? 0 : -1}
          className={style.tab}
          onClick={() => onChange(item.value)}
        >
          {item.label}
          {item.count !== undefined && <span className={style.count}>{item.count}</span>}
        </button>
      ))}
    </div>
  );
}
