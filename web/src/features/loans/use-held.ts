import { useState } from 'react';

/**
 * The value, and once `isHeld` the one from before: what was accepted stays on screen while other
 * answers change.
 */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState<{ value: T }>({ value });
  if (!isHeld && held.value !== value) setHeld({ value });
  return isHeld ? held.value : value;
}
