import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ScreenBoundary } from '../../app/screen-boundary.tsx';
import { lazyWithPreload, preloadAll } from './lazy-with-preload.tsx';
import { StaticRouter } from './router.tsx';

type Props = { onClose: () => void };
const Sheet = (_: Props) => <p>The sheet</p>;

function renderWith(load: () => Promise<typeof Sheet>, options?: { isOptional: boolean }) {
  const LazySheet = lazyWithPreload(load, options);

  const Screen = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          {isOpen ? 'Opened' : 'Open'}
        </button>
        {isOpen && <LazySheet onClose={() => setOpen(false)} />}
      </>
    );
  };

  render(
    <StaticRouter at="/order">
      <ScreenBoundary>
        <Screen />
      </ScreenBoundary>
    </StaticRouter>,
  );
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }));

it('a lazy component is loaded when it is first rendered', async () => {
  const load = vi.fn(async () => Sheet);
  renderWith(load);
  expect(load).not.toHaveBeenCalled();
  await open();
  expect(await screen.findByText('The sheet')).toBeTruthy();
});

it('a preloaded component renders at once', async () => {
  renderWith(async () => Sheet);
  await preloadAll();
  await open();
  expect(screen.getByText('The sheet')).toBeTruthy();
});

it('a failed load shows the screen boundary', async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  renderWith(() => Promise.reject(new TypeError('Failed to fetch')));
  await open();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  vi.mocked(console.error).mockClear();
});

it('a failed load of an optional component renders nothing', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  renderWith(load, { isOptional: true });
  await open();
  await expect.poll(() => load).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Opened' })).toBeTruthy();
});
