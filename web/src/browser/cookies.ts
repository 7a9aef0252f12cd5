/** A cookie's value; null when it is absent, empty, or there is no page. */
export function readCookie(name: string): string | null {
  // On the server nobody is signed in.
  if (typeof document === 'undefined') return null;
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  try {
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) || null : null;
  } catch {
    // An altered cookie counts as absent.
    return null;
  }
}
