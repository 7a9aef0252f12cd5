/**
 * On https the name has the prefix that keeps other hosts, and pages without https, from setting
 * the cookie.
 */
export function cookieName(name: string): string {
  return location.protocol === 'https:' ? `__Host-${name}` : name;
}

/** A cookie's value; null when it is absent, empty, or there is no page. */
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
