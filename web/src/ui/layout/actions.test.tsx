import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MemoryRouter } from '../../testing/memory-router.tsx';
import { Toaster, toast } from '../overlay/toast.tsx';
import { Link } from '../routing/router.tsx';
import { Button } from './button.tsx';
import { RowButton, RowLink } from './card.tsx';
import { Tabs } from './tabs.tsx';

/** A tap at a given moment of the page's clock, in ms. */
function tapAt(element: Element, moment: number): boolean {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: moment });
  return fireEvent(element, event);
}

describe('Button', () => {
  it('ignores a second tap within 500 ms and accepts a later one', () => {
    const taps = vi.fn();
    render(<Button onClick={taps}>Apply</Button>);

    const button = screen.getByRole('button', { name: 'Apply' });
    tapAt(button, 1000);
    tapAt(button, 1499);
    expect(taps).toHaveBeenCalledTimes(1);
    tapAt(button, 1501);
    expect(taps).toHaveBeenCalledTimes(2);
  });

  it('submits a form once for two quick taps', () => {
    const submits = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={submits}>
        <Button type="submit">Send</Button>
      </form>,
    );

    const button = screen.getByRole('button', { name: 'Send' });
    expect(tapAt(button, 1000)).toBe(true);
    expect(tapAt(button, 1200)).toBe(false);
    expect(submits).toHaveBeenCalledTimes(1);
  });

  it('keeps its name and does nothing while busy', async () => {
    const taps = vi.fn();
    render(
      <Button busy onClick={taps}>
        Apply
      </Button>,
    );

    const button = screen.getByRole('button', { name: 'Apply', busy: true });
    await userEvent.click(button);
    expect(taps).not.toHaveBeenCalled();
  });
});

describe('links and rows', () => {
  it.each([
    ['a row', 'button', (act: () => void) => <RowLink label="Go" onClick={act} />],
    ['a figure', 'button', (act: () => void) => <RowButton label="Go" value="" onClick={act} />],
    [
      'a link',
      'link',
      (act: () => void) => (
        <Link to="/order" onClick={act}>
          Go
        </Link>
      ),
    ],
  ] as const)('%s ignores a second tap within 500 ms', (_, role, make) => {
    const taps = vi.fn();
    render(<MemoryRouter>{make(taps)}</MemoryRouter>);

    const element = screen.getByRole(role, { name: /Go/ });
    for (const moment of [1000, 1499, 1501]) act(() => void tapAt(element, moment));
    expect(taps).toHaveBeenCalledTimes(2);
  });

  it('two quick taps on a link to another site open it once', () => {
    render(<RowLink label="Site" href="https://example.in" />);

    const link = screen.getByRole('link', { name: 'Site' });
    link.addEventListener('click', (event) => event.preventDefault());

    const opened = vi.fn();
    document.addEventListener('click', opened);
    tapAt(link, 1000);
    tapAt(link, 1200);
    document.removeEventListener('click', opened);
    expect(opened).toHaveBeenCalledTimes(1);
  });
});

describe('Tabs', () => {
  it('marks the selected tab and moves by arrow keys, around the end', async () => {
    const changed = vi.fn();
    const items = [
      { value: 'a', label: 'Processing', count: 2 },
      { value: 'b', label: 'Completed' },
    ] as const;

    render(<Tabs label="Orders" panelId="panel" items={items} value="b" onChange={changed} />);
    expect(screen.getByRole('tab', { selected: true })).toBe(
      screen.getByRole('tab', { name: 'Completed' }),
    );
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(changed).toHaveBeenCalledWith('a');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: /Processing/ }));
  });
});

describe('toast', () => {
  afterEach(() => vi.useRealTimers());

  it('is announced in the live region, one at a time, and disappears', () => {
    vi.useFakeTimers();
    render(<Toaster />);
    act(() => toast('Copy successful'));
    act(() => toast('Saved'));
    expect(screen.getByRole('status').textContent).toBe('Saved');
    act(() => vi.advanceTimersByTime(10_000));
    expect(screen.getByRole('status').textContent).toBe('');
  });
});
