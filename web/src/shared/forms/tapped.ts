/**
 * Whether a choice was made by a tap, after which a form may go on by itself. A key passes over
 * choices, and its click has no place.
 */
export const isTap = (event: Event): boolean => (event as MouseEvent).clientX > 0;
