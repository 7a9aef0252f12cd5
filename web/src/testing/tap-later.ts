import { fireEvent } from '@testing-library/react';

/**
 * A tap more than half a second from now: one sooner after another on the same element is blocked.
 */
export function tapLater(element: Element): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: performance.now() + 1_000 });
  fireEvent(element, event);
}
