import { cleanQuery, TRACKING_PARAMETER } from '@noren/core/people/ad-click';

/**
 * Removes advertising parameters from the address before anything else reads them. A click id is
 * replaced by its hash. Source: specification §2, guards.
 */
export async function cleanAddress(): Promise<void> {
  const { href, search, hash } = location;
  if (!href.includes('?')) return;

  const [path = '', ...rest] = hash.split('?');
  const outer = cleanQuery(search.slice(1));
  const inner = cleanQuery(rest.join('?'));
  if (!outer.isChanged && !inner.isChanged) return;

  const write = (query: string, fragment: string): void =>
    history.replaceState(history.state, '', `${location.pathname}${asQuery(query)}${fragment}`);
  write(outer.query, path + asQuery(inner.query));

  const click = outer.click ?? inner.click;
  // Outside a secure context there is no digest: the parameter is left out.
  if (click === null || !globalThis.crypto?.subtle) return;

  const parameter = `${TRACKING_PARAMETER}=${await hashClick(click)}`;
  write([location.search.slice(1), parameter].filter(Boolean).join('&'), location.hash);
}

const asQuery = (query: string): string => (query === '' ? '' : `?${query}`);

async function hashClick(click: string): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`noren/ad-click/${click}`),
  );

  return [...new Uint8Array(digest, 0, 16)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
