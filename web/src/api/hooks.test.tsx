import { dictionary } from '@noren/contract/dictionary';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { activateLanguage, language } from '../i18n/index.ts';
import { clearSession, readSession, saveSignIn } from '../session/session.ts';
import { TOKEN } from '../session/session-cookie.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { stubServer } from '../testing/server-stub.ts';
import { markStale, refresh, useCall } from './hooks.tsx';

afterEach(() => activateLanguage('en'));

function Choice() {
  const { data } = useCall(dictionary, { params: { type: 'gender' } });
  return <p>{data ? data.details[0]?.name : 'nothing yet'}</p>;
}

it('a language change loads the answer again and shows the former one until it arrives', async () => {
  const server = stubServer();
  server.answers(dictionary, () => ({
    details: [{ code: 'female', name: language() === 'es' ? 'Mujer' : 'Female' }],
  }));
  renderScreen(<Choice />, '/');
  await screen.findByText('Female');
  await act(() => activateLanguage('es'));
  expect(screen.queryByText('nothing yet')).toBeNull();
  await screen.findByText('Mujer');
  await act(() => activateLanguage('en'));
  await screen.findByText('Female');
});

it.each([
  ['reloads', refresh],
  ['marks as stale', markStale],
])('a screen opened after a change that %s an answer does not show it again', async (_, change) => {
  const server = stubServer();
  server.answers(dictionary, { details: [{ code: 'female', name: 'before' }] });
  renderScreen(<Choice />, '/');
  await screen.findByText('before');
  cleanup();
  change(dictionary);

  server.answers(dictionary, { details: [{ code: 'female', name: 'after' }] });
  renderScreen(<Choice />, '/');
  expect(screen.queryByText('before')).toBeNull();
  await screen.findByText('after');
});

it("one user's answers are not shown to the next", async () => {
  const server = stubServer();
  server.answers(dictionary, { details: [{ code: 'female', name: 'of the first' }] });
  saveSignIn('one', { userId: 'U1', maskedPhone: '+91 90000 ••001' });
  renderScreen(<Choice />, '/');
  await screen.findByText('of the first');
  cleanup();
  clearSession();
  saveSignIn('two', { userId: 'U2', maskedPhone: '+91 90000 ••002' });
  server.answers(dictionary, { details: [{ code: 'female', name: 'of the second' }] });
  renderScreen(<Choice />, '/');
  expect(screen.queryByText('of the first')).toBeNull();
  await screen.findByText('of the second');
  clearSession();
});

it('a screen continues with the session its user started in another tab', async () => {
  const server = stubServer();
  server.answers(dictionary, { details: [{ code: 'female', name: 'Female' }] });
  server.acceptOnly('two');

  const user = { userId: 'U1', maskedPhone: '+91 90000 ••001' };
  saveSignIn('one', user);
  // biome-ignore lint/suspicious/noDocumentCookie: written as another tab does
  document.cookie = `${TOKEN}=two; Path=/`;
  renderScreen(<Choice />, '/');
  await screen.findByText('Female');
  expect(readSession()).toMatchObject({ token: 'two', userInfo: user });
  clearSession();
});
