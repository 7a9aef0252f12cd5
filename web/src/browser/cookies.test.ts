import { expect, test, vi } from 'vitest';
import { cookieName, readCookie } from './cookies.ts';

test('on https a cookie has the prefix with which no other host can set it, and is read by no other name', () => {
  const { location } = window;
  vi.spyOn(window, 'location', 'get').mockReturnValue({
    ...location,
    protocol: 'https:',
  } as Location);
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(
    'noren_token=forged; __Host-noren_token=own%20one',
  );
  expect(cookieName('noren_token')).toBe('__Host-noren_token');
  expect(readCookie('noren_token')).toBe('own one');
});

test('without https, as in a sandbox, it has none', () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('other=1; noren_token=own');
  expect(cookieName('noren_token')).toBe('noren_token');
  expect(readCookie('noren_token')).toBe('own');
  expect(readCookie('none')).toBeNull();
});
