import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { bringParts, part } from './part.tsx';
import { Toaster } from './toast.tsx';

type Props = { onClose: () => void };
const Sheet = (_: Props) => <p>The sheet</p>;

function show(load: () => Promise<typeof Sheet>) {
  const Part = part(load);
  const Screen = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          {isOpen ? 'Opened' : 'Open'}
        </button>
        {isOpen && <Part onClose={() => setOpen(false)} />}
        <Toaster />
      </>
    );
  };
  render(<Screen />);
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

it('that does not come says so, is closed, and can be opened anew', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<typeof Sheet>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  load.mockResolvedValue(Sheet);
  show(load);
  await open();
  expect(await screen.findByText('Check your connection and try again.')).toBeTruthy();
  expect(screen.queryByText('Opened')).toBeNull();
  await open();
  expect(await screen.findByText('The sheet')).toBeTruthy();
});
