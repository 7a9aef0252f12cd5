import { type MouseEvent, useRef } from 'react';

const DOUBLE_TAP_MS = 500; // Specification §9: a double tap within 500 ms is blocked.

/**
 * Blocks a second tap on the same element within 500 ms.
 * @returns whether the tap may act; a blocked one reaches no other handler
 */
export function useTapGuard(): (event: MouseEvent) => boolean {
  const lastTap = useRef(Number.NEGATIVE_INFINITY);
  return (event) => {
    const isFirst = event.timeStamp - lastTap.current >= DOUBLE_TAP_MS;
    if (isFirst) lastTap.current = event.timeStamp;
    else {
      event.preventDefault();
      event.stopPropagation();
    }
    return isFirst;
  };
}
