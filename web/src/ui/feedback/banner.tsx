import { Fragment, type ReactNode, useSyncExternalStore } from 'react';

/** What may stand above every screen, in this order. */
const NAMES = ['link', 'update'] as const;
type BannerName = (typeof NAMES)[number];

let shown: Partial<Record<BannerName, ReactNode>> = {};
const listeners = new Set<() => void>();

/** Shows a banner above every screen; null removes it. */
export function showBanner(name: BannerName, next: ReactNode): void {
  shown = { ...shown, [name]: next };
  for (const listener of listeners) listener();
}

/** The container of the banners; rendered once, in the app's shell. */
export function Banner(): ReactNode {
  const banners = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => shown,
  );
  return NAMES.map((name) => <Fragment key={name}>{banners[name]}</Fragment>);
}
