import userEvent from '@testing-library/user-event';

/** A tap with a place, as a finger's has; `userEvent.click` has none, like a key. */
export const tapAt = (target: Element) =>
  userEvent.pointer([{ keys: '[MouseLeft]', target, coords: { clientX: 9, clientY: 9 } }]);
