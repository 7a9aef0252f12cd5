import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorState } from './states.tsx';

it('a failure on the screen is retried when the network comes back', () => {
  const onRetry = vi.fn();
  const { unmount } = render(<ErrorState onRetry={onRetry} />);

  dispatchEvent(new Event('online'));
  expect(onRetry).toHaveBeenCalledOnce();

  unmount();
  dispatchEvent(new Event('online'));
  expect(onRetry).toHaveBeenCalledOnce();
});
