import { render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { warmUpTouchListeners } from './warm-up-touch.ts';

describe('warming up the touch listeners', () => {
  it('reaches listeners at the root and no handler of a screen or of the page', async () => {
    const handler = vi.fn();
    const { container } = render(
      <button type="button" onClick={handler} onPointerDown={handler} onFocus={handler}>
        Pay
      </button>,
    );

    document.addEventListener('pointerdown', handler);
    document.addEventListener('click', handler);

    const dispatched: string[] = [];
    for (const kind of ['pointerover', 'click', 'focusin'])
      container.addEventListener(kind, () => dispatched.push(kind));
    warmUpTouchListeners(container);
    await expect.poll(() => dispatched).toEqual(['pointerover', 'click', 'focusin']);
    expect(handler).not.toHaveBeenCalled();
    document.removeEventListener('pointerdown', handler);
    document.removeEventListener('click', handler);
  });
});
