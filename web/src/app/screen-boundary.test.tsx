import { render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { MemoryRouter } from '../testing/memory-router.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

test('a screen that failed to load offers to try again', async () => {
  const Lost = lazy(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  );
  render(
    <MemoryRouter>
      <ScreenBoundary>
        <Suspense fallback="waiting">
          <Lost />
        </Suspense>
      </ScreenBoundary>
    </MemoryRouter>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('This did not load');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  // React reports what a boundary caught, once.
  expect(vi.mocked(console.error)).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
});
