import type { FormEvent } from 'react';

/**
 * Whether a choice was made by a tap, after which a form may go on by itself. A key passes over
 * choices, and its click has no place.
 */
export const isTap = ({ nativeEvent }: FormEvent): boolean =>
  (nativeEvent as MouseEvent).clientX > 0;
