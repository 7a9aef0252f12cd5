import { openTokenLogin, openTokenPhone, userStatus } from '@noren/contract/login';
import { appConfig } from '@noren/contract/public';
import { UserStatus } from '@noren/core/people/status';
import { Login } from '../features/login/login.tsx';
import { openLink } from '../features/login/magic-link.ts';
import { clearSession } from '../session/session.ts';
import { renderScreen } from './render-screen.tsx';
import { sampleConfig } from './sample-config.ts';
import { stubServer } from './server-stub.ts';
import { sampleUserStatus } from './sign-in.ts';

export const MINE = { userId: '0198c0de-0000-7000-8000-000000000001', maskedPhone: '98•••••210' };
export const OTHER = { userId: '0198c0de-0000-7000-8000-000000000002', maskedPhone: '91•••••333' };

export const SIGNED_IN = {
  ...MINE,
  bizStatus: UserStatus.personalInfoDue,
  isAuthComplete: false,
  token: 'of-the-link',
  isNewUser: false,
  language: 'en',
} as const;

export const TOKEN = `${'a'.repeat(43)}.whatsapp-7`;

/** A signed-out phone, and a server that knows the user of the link. */
export function stubLinkServer(): ReturnType<typeof stubServer> {
  clearSession();
  sessionStorage.clear();
  history.replaceState(null, '', '/');

  const server = stubServer();
  server.answers(appConfig, sampleConfig);
  stubStatus(server, 30);

  return server;
}

export function stubStatus(server: ReturnType<typeof stubServer>, bizStatus: number): void {
  const isAuthComplete = bizStatus >= UserStatus.certified;

  server.answers(openTokenPhone, { maskedPhone: MINE.maskedPhone });
  server.answers(openTokenLogin, { ...SIGNED_IN, bizStatus, isAuthComplete });
  server.answers(userStatus, { ...sampleUserStatus(bizStatus), ...MINE });
}

export const path = () => location.hash.slice(1);

/** Renders the sign-in screen for the address after the link was opened. */
export const openLogin = async (token = TOKEN) => {
  await openLink(token);
  renderScreen(<Login />, '/login', path());
};

/** What another tab does when somebody signs in there. */
export const signInNextDoor = (user: typeof MINE | null) => {
  const cookies = {
    noren_token: 'next-door',
    noren_user: encodeURIComponent(JSON.stringify(user)),
  };
  // biome-ignore lint/suspicious/noDocumentCookie: what the other tab writes
  for (const [name, value] of Object.entries(cookies)) document.cookie = `${name}=${value}; Path=/`;
};
