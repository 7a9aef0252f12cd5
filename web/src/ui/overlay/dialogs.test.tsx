import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CountdownDialog } from '../feedback/countdown-dialog.tsx';
import { SuccessDialog } from '../feedback/success-dialog.tsx';
import { Button } from '../layout/button.tsx';
import { changeHistory } from '../routing/dialog-entry.ts';
import { Dialog } from './dialog.tsx';

function ExampleQuestion() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Give up</Button>
      <Dialog
        open={open}
        title="Are you sure?"
        onClose={() => setOpen(false)}
        actions={<Button>Apply</Button>}
      />
    </>
  );
}

describe('Dialog', () => {
  it('is named by its title; Esc closes it and the focus goes back', async () => {
    render(<ExampleQuestion />);
    await userEvent.click(screen.getByRole('button', { name: 'Give up' }));

    const dialog = screen.getByRole('dialog', { name: 'Are you sure?' });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Are you sure?' }));
    act(() => {
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Give up' }));
  });

  it('without onClose stays until it is answered', () => {
    render(<Dialog open title="Choose" />);

    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    const cancel = new Event('cancel', { cancelable: true });

    act(() => {
      dialog.dispatchEvent(cancel);
    });
    expect(cancel.defaultPrevented).toBe(true);
    act(() => dialog.close());
    expect(dialog.open).toBe(true);
  });
});

describe('Back', () => {
  const popped = () =>
    new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  const isMarked = () => (history.state as { dialog?: true } | null)?.dialog === true;

  const back = async () => {
    const done = popped();
    history.back();
    await act(() => done);
  };

  /** Once no dialog is open and the history has settled. */
  const settled = () => expect.poll(isMarked).toBe(false);

  const openOne = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Give up' }));
    await expect.poll(isMarked).toBe(true);
  };

  it('closes the dialog and stays on the screen', async () => {
    history.replaceState({ key: 'screen' }, '', '#/here');
    render(<ExampleQuestion />);
    await openOne();
    expect(location.hash).toBe('#/here');
    await back();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(history.state).toEqual({ key: 'screen' });
  });

  it('closes the topmost of two, then the other', async () => {
    const closed: string[] = [];

    const dialogs = (count: number) =>
      ['lower', 'upper']
        .slice(0, count)
        .map((name) => <Dialog key={name} open title={name} onClose={() => closed.push(name)} />);

    const { rerender, unmount } = render(dialogs(2));
    await expect.poll(isMarked).toBe(true);
    await back();
    rerender(dialogs(1));
    await expect.poll(isMarked).toBe(true);
    await back();
    expect(closed).toEqual(['upper', 'lower']);
    unmount();
    await settled();
  });

  it('after a dialog was closed otherwise leaves the screen', async () => {
    history.pushState({ key: 'before' }, '', '#/before');
    history.pushState({ key: 'screen' }, '', '#/here');
    render(<ExampleQuestion />);
    await openOne();
    act(() => {
      screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
    });
    await settled();
    await back();
    expect(location.hash).toBe('#/before');
  });

  it('after going on from an open dialog leads to its screen', async () => {
    history.pushState({ key: 'screen' }, '', '#/here');

    const { unmount } = render(<ExampleQuestion />);
    await openOne();
    changeHistory(() => {
      history.pushState({ key: 'next' }, '', '#/next');
      unmount();
    });
    await expect.poll(() => location.hash).toBe('#/next');
    await back();
    expect([location.hash, isMarked()]).toEqual(['#/here', false]);
  });
});

describe('CountdownDialog', () => {
  afterEach(() => vi.useRealTimers());

  it('counts ten seconds to zero and ends once', () => {
    vi.useFakeTimers();

    const ended = vi.fn();
    render(<CountdownDialog open title="Processing" onEnd={ended} />);
    expect(screen.getByRole('timer', { name: '10 seconds left' })).toBeTruthy();
    act(() => vi.advanceTimersByTime(4000));
    expect(screen.getByRole('timer', { name: '6 seconds left' })).toBeTruthy();
    act(() => vi.advanceTimersByTime(5500));
    expect(ended).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(30_000));
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('goes on to zero when the result comes earlier, and says that it is ready', () => {
    vi.useFakeTimers();

    const ended = vi.fn();
    const { rerender } = render(
      <CountdownDialog open title="Processing" text="Wait" onEnd={ended} />,
    );

    expect(screen.getByRole('status').textContent).toBe('Wait');
    expect(screen.queryByRole('button')).toBeNull();
    act(() => vi.advanceTimersByTime(2000));
    rerender(<CountdownDialog open title="Processing" text="Wait" isReady onEnd={ended} />);
    expect(screen.getByRole('status').textContent).toBe('Your result is ready.');
    act(() => vi.advanceTimersByTime(7000));
    expect(screen.getByRole('timer', { name: '1 second left' })).toBeTruthy();
    expect(ended).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(30_000));
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('shows a result that is ready at once when asked for it', async () => {
    const ended = vi.fn();
    render(<CountdownDialog open title="Processing" isReady onEnd={ended} />);
    await userEvent.click(screen.getByRole('button', { name: 'Show it now' }));
    expect(ended).toHaveBeenCalledTimes(1);
  });
});

describe('SuccessDialog', () => {
  it('has one way on', async () => {
    const on = vi.fn();
    render(<SuccessDialog open title="Congratulations" action="Return home" onAction={on} />);
    expect(screen.getByRole('dialog', { name: 'Congratulations' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Return home' }));
    expect(on).toHaveBeenCalledTimes(1);
  });
});
