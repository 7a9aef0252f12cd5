import { whenIdle } from './idle.ts';

/** What a finger's tap on a button or a field sends, in its order. */
const TOUCH = [
  'pointerover',
  'pointerdown',
  'pointerup',
  'mouseover',
  'mousedown',
  'mouseup',
  'click',
  'focusin',
] as const;

/**
 * Has the browser compile what listens to a tap before there is one: the first is answered later than any after it. What is
 * sent reaches the listeners of the root alone, and no screen's.
 */
export function readyForTouch(root: HTMLElement, left: readonly string[] = TOUCH): void {
  const [kind, ...rest] = left;
  if (kind === undefined) return;
  whenIdle(() => {
    root.dispatchEvent(new Event(kind));
    readyForTouch(root, rest);
  });
}
