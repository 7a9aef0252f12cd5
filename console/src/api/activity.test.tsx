import { fireEvent, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Providers } from '../app/providers.tsx';
import { serverDouble } from '../testing/server-double.ts';
import { watchActivity } from './activity.ts';
import { useStaffCall } from './hooks.ts';

const EVERY_MS = 5_000;

afterEach(() => void vi.useRealTimers());

test('a list refreshes while somebody is here, rests while nobody is, and refreshes again after', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });

  let asked = 0;
  serverDouble({
    lendingState: () => {
      asked += 1;
      return { isStopped: false, staffName: null, changedAt: 0, reason: '' };
    },
  });

  watchActivity();
  renderHook(() => useStaffCall('lendingState', {}, { refreshEveryMs: EVERY_MS }), {
    wrapper: Providers,
  });
  await waitFor(() => expect(asked).toBe(1));
  await vi.advanceTimersByTimeAsync(2 * EVERY_MS);
  expect(asked).toBeGreaterThan(1);

  await vi.advanceTimersByTimeAsync(300_000);
  const before = asked;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked).toBe(before);

  fireEvent.pointerMove(window);
  await vi.advanceTimersByTimeAsync(3 * EVERY_MS);
  expect(asked).toBeGreaterThan(before + 1);
});
