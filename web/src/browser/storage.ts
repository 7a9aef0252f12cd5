/** Uses one of the browser's storages; null where it is refused or full, and on the server. */
export function withStorage<T>(
  kind: 'localStorage' | 'sessionStorage',
  act: (storage: Storage) => T,
): T | null {
  if (typeof document === 'undefined') return null;
  try {
    return act(globalThis[kind]);
  } catch (cause) {
    console.warn(`The ${kind} was refused`, cause);
    return null;
  }
}
