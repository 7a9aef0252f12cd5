const DOUBLE_TAP_MS = 500; // Specification §9: a double tap within 500 ms is blocked.

/** Taps closer to each other than half a smallest target are at one place. */
const ONE_PLACE_PX = 22;

/** What a tap acts on. A label is not: its tap arrives at its control. */
const TAPPABLE =
  'a[href], button, summary, input:is([type=checkbox], [type=radio], [type=file]), [role=button], [role=link]';

interface Tap {
  element: Element;
  name: string;
  moment: number;
  /** Null for a key and for a script's click. */
  place: { x: number; y: number } | null;
}

/**
 * Blocks the second of two taps on the same control within 500 ms, for everything on the page that
 * can be tapped: no component has to think of it. A control that replaced the tapped one at its
 * place under its name counts as the same: Back of the screen before is not the next tap's target.
 * @returns a function that stops it
 */
export function blockDoubleTaps(page: Document): () => void {
  let last: Tap | undefined;

  const judge = (event: MouseEvent): void => {
    const element = event.target instanceof Element ? event.target.closest(TAPPABLE) : null;
    if (!element) return;

    const tap = readTap(element, event);
    if (!last || tap.moment - last.moment >= DOUBLE_TAP_MS || !isOnSameControl(tap, last)) {
      last = tap;
      return;
    }

    event.preventDefault();
    event.stopImmediatePropagation();
  };

  // Before any handler of the app, React's included.
  page.addEventListener('click', judge, { capture: true });

  return () => page.removeEventListener('click', judge, { capture: true });
}

function readTap(element: Element, { clientX: x, clientY: y, timeStamp: moment }: MouseEvent): Tap {
  const name = element.getAttribute('aria-label') ?? element.textContent.trim();
  return { element, name, moment, place: x === 0 && y === 0 ? null : { x, y } };
}

function isOnSameControl(tap: Tap, last: Tap): boolean {
  if (tap.element === last.element) return true;
  if (!tap.place || !last.place || tap.name === '' || tap.name !== last.name) return false;
  return Math.hypot(tap.place.x - last.place.x, tap.place.y - last.place.y) < ONE_PLACE_PX;
}
