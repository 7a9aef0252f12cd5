import { useState } from 'react';

const STORED = 'noren-console-appearance';
export const APPEARANCES = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof APPEARANCES)[number];

/** Applies the stored appearance, or the system's if none is stored. */
export function applyAppearance(): void {
  const stored = storedAppearance();
  if (stored === 'system') delete document.documentElement.dataset.appearance;
  else document.documentElement.dataset.appearance = stored;
}

/** The appearance and its setter. */
export function useAppearance(): readonly [Appearance, (next: Appearance) => void] {
  const [appearance, setAppearance] = useState(storedAppearance);

  return [
    appearance,
    (next) => {
      localStorage.setItem(STORED, next);
      setAppearance(next);
      applyAppearance();
    },
  ];
}

function storedAppearance(): Appearance {
  const stored = localStorage.getItem(STORED);
  return APPEARANCES.find((appearance) => appearance === stored) ?? 'system';
}
