/** A cookie's value; null when it is absent, empty, or there is no page. */
export function readCookie(name: string): string | null {
  // The server, writing the first screens, has nobody signed in.
  if (typeof document === 'undefined') return null;
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  try {
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) || null : null;
  } catch {
    // One that somebody altered says nothing: the app starts without it.
    return null;
  }
}
