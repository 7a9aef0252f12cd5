import { render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Trouble } from './trouble.tsx';

it('is announced and scrolled into view, each time it appears', () => {
  const scrolled = vi.fn();
  const before = Element.prototype.scrollIntoView;

  Element.prototype.scrollIntoView = scrolled;
  onTestFinished(() => {
    Element.prototype.scrollIntoView = before;
  });

  const { rerender } = render(<Trouble title="Please check your connection." />);
  expect(screen.getByRole('alert').textContent).toBe('Please check your connection.');
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('alert')]);
  rerender(<p>Sending</p>);
  rerender(<Trouble title="Please check your connection." />);
  expect(scrolled).toHaveBeenCalledTimes(2);
});
