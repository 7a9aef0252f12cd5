import { userStatus } from '@noren/contract/login';
import { UserStatus } from '@noren/core/people/status';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCookie } from '../browser/cookies.ts';
import { deviceNow } from '../session/clock.ts';
import { clearSession, readSession, saveSignIn } from '../session/session.ts';
import { TOKEN, USER } from '../session/session-cookie.ts';
import { stubServer } from '../testing/server-stub.ts';
import { send } from './api.ts';
import { loadOnboardingStatus } from './onboarding-status.ts';

const ASHA = { userId: 'U1', maskedPhone: '+91 90000 ••001' };
const RAVI = { userId: 'U2', maskedPhone: '+91 90000 ••002' };

beforeEach(() => {
  history.replaceState(null, '', '#/order');
  saveSignIn('one', ASHA);
});
afterEach(() => {
  clearSession();
  history.replaceState(null, '', '#');
});

it('a session the server no longer knows ends', async () => {
  const server = stubServer();
  server.refuses(userStatus, 401);
  await expect(send(userStatus, {})).rejects.toThrow('refused');
  expect([readSession().token, location.hash]).toEqual([null, '#/login']);
});

it('a refusal that comes late ends no session begun since', async () => {
  const server = stubServer();
  server.refuses(userStatus, 401);
  const late = send(userStatus, {});
  saveSignIn('two', RAVI);
  await expect(late).rejects.toThrow('refused');
  expect([readSession().token, location.hash]).toEqual(['two', '#/order']);
});

const write = (name: string, value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as another tab leaves it
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/`;
};
const signInNextDoor = (token: string, user: object) => {
  write(TOKEN, token);
  write(USER, JSON.stringify(user));
};
const statusAnswer = () => ({
  ...ASHA,
  bizStatus: UserStatus.certified,
  repayId: null,
  isAuthComplete: true,
  gpGuideShow: false,
  evaluation: 'done' as const,
  serverTimeMs: deviceNow(),
});
it('refused, goes on with the session that the same user began next door; every call is asked again', async () => {
  const server = stubServer();
  server.answers(userStatus, statusAnswer);
  server.knowsOnly('two');
  signInNextDoor('two', ASHA);
  const answers = await Promise.all([send(userStatus, {}), send(userStatus, {})]);
  expect(answers.map(({ bizStatus }) => bizStatus)).toEqual([UserStatus.certified, UserStatus.certified]);
  expect([readSession().token, location.hash]).toEqual(['two', '#/order']);
});

it("refused, becomes the tab of somebody else's session next door, and asks nothing again as theirs", async () => {
  const server = stubServer();
  server.answers(userStatus, statusAnswer);
  server.knowsOnly('two');
  signInNextDoor('two', RAVI);
  await expect(send(userStatus, {})).rejects.toThrow('refused');
  expect([readSession(), location.hash]).toMatchObject([{ token: 'two', userInfo: RAVI }, '#/noren']);
});

it('refused with both, it ends', async () => {
  stubServer().refuses(userStatus, 401);
  signInNextDoor('two', ASHA);
  await expect(send(userStatus, {})).rejects.toThrow('refused');
  expect([readSession().token, readCookie(TOKEN), location.hash]).toEqual([null, null, '#/login']);
});

it('where one user stands is not answered to the next', async () => {
  const server = stubServer();
  const told = [60, 10];
  server.answers(userStatus, () => ({ ...statusAnswer(), bizStatus: told.shift() ?? 0 }));
  const first = loadOnboardingStatus();
  expect(loadOnboardingStatus()).toBe(first);
  saveSignIn('two', RAVI);
  expect((await loadOnboardingStatus()).bizStatus).toBe(UserStatus.registered);
  expect((await first).bizStatus).toBe(UserStatus.certified);
  expect(readSession().onboardingStatus?.bizStatus).toBe(UserStatus.registered);
});
