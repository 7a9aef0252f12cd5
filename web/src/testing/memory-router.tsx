import { type ReactNode, useState } from 'react';
import {
  type Location,
  type NavigateFunction,
  nextLocation,
  parseLocation,
  RoutingContext,
} from '../ui/routing/router.tsx';

/** A history in memory; it starts at the last of the initial entries. */
export function MemoryRouter({
  initialEntries = ['/'],
  children,
}: {
  initialEntries?: string[];
  children: ReactNode;
}) {
  const [stack, setStack] = useState(() => ({
    entries: initialEntries.map((entry) => parseLocation(entry, { state: null, key: 'default' })),
    index: initialEntries.length - 1,
  }));
  const current = stack.entries[stack.index] as Location;

  const navigate: NavigateFunction = (to, options = {}) =>
    setStack(({ entries, index }) => {
      if (typeof to === 'number')
        return { entries, index: Math.min(Math.max(index + to, 0), entries.length - 1) };

      const nextIndex = options.replace ? index : index + 1;
      const next = nextLocation(to, entries[index] as Location, options);

      return { entries: [...entries.slice(0, nextIndex), next], index: nextIndex };
    });

  return (
    <RoutingContext value={{ location: current, navigate, hrefPrefix: '' }}>
      {children}
    </RoutingContext>
  );
}
