import { whenIdle } from './idle.ts';

/** The events of a tap on a button or a field, in their order. */
const TAP_EVENTS = [
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
 * Makes the browser compile React's tap listeners before the first tap, which would otherwise be
 * answered late. The events are dispatched on the root, one per idle moment, so no handler of a
 * screen runs.
 */
export function warmUpTouchListeners(
  root: HTMLElement,
  remaining: readonly string[] = TAP_EVENTS,
): void {
  const [kind, ...rest] = remaining;
  if (kind === undefined) return;

  whenIdle(() => {
    root.dispatchEvent(new Event(kind));
    warmUpTouchListeners(root, rest);
  });
}
