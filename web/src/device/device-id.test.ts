import { expect, it, vi } from 'vitest';

/** The device id after a start with this cookie from an earlier start. */
async function idAfter(cookie: string): Promise<string> {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = `noren_device=${cookie}; Path=/`;
  vi.resetModules();
  const { deviceId } = await import('../session/session.ts');
  return deviceId();
}

const known = '3b241101-e2bb-4255-8caf-4136c566a962';

it('is the one of the cookie', async () => {
  expect(await idAfter(known)).toBe(known);
});

it.each(['abc', '', `${known}x`])('altered to "%s" it is replaced and stored', async (cookie) => {
  const id = await idAfter(cookie);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(document.cookie).toContain(`noren_device=${id}`);
});
