import { randomUUIDv7 } from 'node:crypto';

/**
 * A UUIDv7 that sorts after `last`, even if the clock that made `last` was ahead or is in the same
 * millisecond.
 */
export function uuidAfter(last: string): string {
  const made = randomUUIDv7();
  if (made > last) return made;

  // The first twelve hex digits of a UUIDv7 are milliseconds since the epoch.
  const next = (BigInt(`0x${last.replaceAll('-', '').slice(0, 12)}`) + 1n)
    .toString(16)
    .padStart(12, '0');
  return `${next.slice(0, 8)}-${next.slice(8)}${made.slice(13)}`;
}

let last = '';

/** A UUIDv7 that sorts after every one this process has made before. */
export function nextOrderedUuid(): string {
  last = uuidAfter(last);
  return last;
}
