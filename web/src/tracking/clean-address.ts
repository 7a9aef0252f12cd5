import { cleanQuery, TRACKING_PARAMETER } from '@noren/core/people/ad-click';

/**
 * Takes what advertisements put on the address off it, before anything else reads it; a click's parameter leaves a mark in
 * its place, from which it cannot be told. Source: specification §2, guards.
 */
export async function cleanAddress(): Promise<void> {
  const { search, hash } = location;
  const [place = '', ...rest] = hash.split('?');
  const outer = cleanQuery(search.slice(1));
  const inner = cleanQuery(rest.join('?'));
  if (!outer.isChanged && !inner.isChanged) return;
  const put = (query: string, at: string): void =>
    history.replaceState(history.state, '', `${location.pathname}${asQuery(query)}${at}`);
  put(outer.query, place + asQuery(inner.query));
  const click = outer.click ?? inner.click;
  // Without a secure context nothing hashes: the mark is left out.
  if (click === null || !globalThis.crypto?.subtle) return;
  const mark = `${TRACKING_PARAMETER}=${await hashOf(click)}`;
  put([location.search.slice(1), mark].filter(Boolean).join('&'), location.hash);
}

const asQuery = (query: string): string => (query === '' ? '' : `?${query}`);

async function hashOf(click: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`noren/ad-click/${click}`));
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
