import { expect, it } from 'vitest';
import { cleanAddress } from './clean-address.ts';

it.each([
  ['/?gclid=Cj0KRaw&id=7#/noren', /^\/\?id=7&trackId=[0-9a-f]{32}#\/noren$/],
  ['/?trackId=mine#/home', /^\/#\/home$/],
  ['/#/noren?fbclid=IwRaw&a=1', /^\/\?trackId=[0-9a-f]{32}#\/noren\?a=1$/],
  ['/?openToken=t.c&fbclid=IwRaw', /^\/\?openToken=t\.c&trackId=[0-9a-f]{32}$/],
  ['/?id=7#/repay/AB?channel=upi', /^\/\?id=7#\/repay\/AB\?channel=upi$/],
])('%s', async (address, clean) => {
  history.replaceState({ kept: 1 }, '', address);

  const cleaned = cleanAddress();
  // Removed synchronously: no later script may read it.
  expect(location.href).not.toContain('Raw');
  await cleaned;
  expect(location.pathname + location.search + location.hash).toMatch(clean);
  expect(history.state).toEqual({ kept: 1 });
});

it('the hash is the same for the same click id only', async () => {
  const readMark = async (click: string) => {
    history.replaceState(null, '', `/?gclid=${click}`);
    await cleanAddress();
    return location.search;
  };

  expect(await readMark('one')).toBe(await readMark('one'));
  expect(await readMark('one')).not.toBe(await readMark('two'));
});
