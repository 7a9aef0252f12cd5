import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { inject } from 'vitest';
import { showFailuresWith } from '../api/failures.ts';
import { DataProvider } from '../api/hooks.tsx';
import { Toaster, toast } from '../ui/overlay/toast.tsx';
import { Route, Routes, useLocation } from '../ui/routing/router.tsx';
import { MemoryRouter } from './memory-router.tsx';

showFailuresWith(toast);

/** Renders a screen at its route; any other route renders its path, as "at /order". */
export function renderScreen(screen: ReactNode, route: string, at: string = route): void {
  render(
    <DataProvider>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path={route} element={screen} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
        {/* A starved machine may look for a text seconds after it came. */}
        <Toaster shortest={inject('screenWaitMs')} />
      </MemoryRouter>
    </DataProvider>,
  );
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
}
