import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ScreenBoundary } from '../../app/screen-boundary.tsx';
import { bringParts, part } from './part.tsx';
import { StillRouter } from './router.tsx';

type Props = { onClose: () => void };
const Sheet = (_: Props) => <p>The sheet</p>;

function show(load: () => Promise<typeof Sheet>, how?: { isOptional: boolean }) {
  const Part = part(load, how);
  const Screen = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          {isOpen ? 'Opened' : 'Open'}
        </button>
        {isOpen && <Part onClose={() => setOpen(false)} />}
      </>
    );
  };
  render(
    <StillRouter at="/order">
      <ScreenBoundary>
        <Screen />
      </ScreenBoundary>
    </StillRouter>,
  );
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }));

it('comes when it is first shown', async () => {
  const load = vi.fn(async () => Sheet);
  show(load);
  expect(load).not.toHaveBeenCalled();
  await open();
  expect(await screen.findByText('The sheet')).toBeTruthy();
});

it('that came before stands at once', async () => {
  show(async () => Sheet);
  await bringParts();
  await open();
  expect(screen.getByText('The sheet')).toBeTruthy();
});

it('that does not come is told as a screen is that does not', async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  show(() => Promise.reject(new TypeError('Failed to fetch')));
  await open();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  vi.mocked(console.error).mockClear();
});

it('that the screen can do without is left out where it does not come', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  show(load, { isOptional: true });
  await open();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(screen.getByRole('button', { name: 'Opened' })).toBeTruthy();
});
