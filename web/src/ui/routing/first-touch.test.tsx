import { render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { readyForTouch } from './first-touch.ts';

describe('readying for the first touch', () => {
  it('reaches what listens at the root and no handler of a screen or of the page', async () => {
    const handler = vi.fn();
    const { container } = render(
      <button type="button" onClick={handler} onPointerDown={handler} onFocus={handler}>
        Pay
      </button>,
    );
    document.addEventListener('pointerdown', handler);
    document.addEventListener('click', handler);
    const heard: string[] = [];
    for (const kind of ['pointerover', 'click', 'focusin']) container.addEventListener(kind, () => heard.push(kind));
    readyForTouch(container);
    await vi.waitFor(() => expect(heard).toEqual(['pointerover', 'click', 'focusin']), { timeout: 5_000 });
    expect(handler).not.toHaveBeenCalled();
    document.removeEventListener('pointerdown', handler);
    document.removeEventListener('click', handler);
  });
});
