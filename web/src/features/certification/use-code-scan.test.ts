import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCodeScan } from './use-code-scan.ts';

class FakeWorker {
  static last: FakeWorker;
  onmessage: ((event: { data: string | null }) => void) | null = null;
  postMessage = vi.fn();
  terminate = vi.fn();

  constructor() {
    FakeWorker.last = this;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('OffscreenCanvas', class {});
  vi.stubGlobal('createImageBitmap', async () => ({}));
});

afterEach(() => {
  vi.useRealTimers();
});

/** The worker's answer to a frame, after that time in ms. */
async function answer(data: string | null, afterMs = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(afterMs));
  act(() => FakeWorker.last.onmessage?.({ data }));
}

it('forgets a code that has left the view, but not for one blurred frame', async () => {
  const video = { current: document.createElement('video') };
  const { result, unmount } = renderHook(() => useCodeScan(video, true));

  await answer('1234567890');
  expect(result.current).toBe('1234567890');
  await answer(null, 1_000);
  expect(result.current).toBe('1234567890');
  await answer('9876543210', 1_000);
  expect(result.current).toBe('9876543210');
  await answer(null, 3_001);
  expect(result.current).toBeUndefined();

  unmount();
  expect(FakeWorker.last.terminate).toHaveBeenCalledOnce();
});
