/**
 * The cookie's full name. On https it gets the prefix `__Host-`, with which browsers let only this
 * host set it, and only over https.
 */
export function cookieName(name: string): string {
  return location.protocol === 'https:' ? `__Host-${name}` : name;
}

/** A cookie's value; null if it is absent or empty, or if there is no document. */
export function readCookie(name: string): string | null {
  // On the server nobody is signed in.
  if (typeof document === 'undefined') return null;

  const start = `${cookieName(name)}=`;
  const pair = document.cookie.split('; ').find((part) => part.startsWith(start));

  try {
    return pair ? decodeURIComponent(pair.slice(start.length)) || null : null;
  } catch {
    // An altered cookie counts as absent.
    return null;
  }
}
