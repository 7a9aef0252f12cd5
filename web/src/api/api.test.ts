import { sendEmailCode } from '@noren/contract/email';
import { userStatus } from '@noren/contract/login';
import { UserStatus } from '@noren/core/people/status';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { readCookie } from '../browser/cookies.ts';
import { deviceNow } from '../session/clock.ts';
import { clearSession, readSession, saveSignIn } from '../session/session.ts';
import { TOKEN, USER } from '../session/session-cookie.ts';
import { stubServer } from '../testing/server-stub.ts';
import { sampleUserStatus } from '../testing/sign-in.ts';
import { NoAnswer, send } from './api.ts';
import { loadOnboardingStatus } from './onboarding-status.ts';

const ASHA = { userId: 'U1', maskedPhone: '+91 90000 ••001' };
const RAVI = { userId: 'U2', maskedPhone: '+91 90000 ••002' };

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '#/order');
  saveSignIn('one', ASHA);
});

afterEach(() => {
  clearSession();
  history.replaceState(null, '', '#');
});

it('a 401 ends the session', async () => {
  const server = stubServer();
  server.refuses(userStatus, 401);
  await expect(send(userStatus, {})).rejects.toThrow('refused');
  expect([readSession().token, location.hash]).toEqual([null, '#/login']);
});

it('a late 401 does not end a newer session', async () => {
  const server = stubServer();
  server.refuses(userStatus, 401);

  const late = send(userStatus, {});
  saveSignIn('two', RAVI);
  await expect(late).rejects.toThrow('refused');
  expect([readSession().token, location.hash]).toEqual(['two', '#/order']);
});

/** The request ids of two sendings whose answers were lost, so many minutes apart. */
async function idsOfTwo(minutes: number): Promise<(string | undefined)[]> {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = stubServer();
  server.loses(sendEmailCode);

  await expect(send(sendEmailCode, { body: {} }, 'quiet')).rejects.toThrow(NoAnswer);
  vi.setSystemTime(Date.now() + minutes * 60_000);
  await expect(send(sendEmailCode, { body: {} }, 'quiet')).rejects.toThrow(NoAnswer);

  return server.sentTo(sendEmailCode).map(({ requestId }) => requestId);
}

it('what is sent again within an hour of a lost answer is the same request', async () => {
  expect(new Set(await idsOfTwo(55)).size).toBe(1);
});

it('what is sent long after a lost answer is another request', async () => {
  expect(new Set(await idsOfTwo(65)).size).toBe(2);
});

const write = (name: string, value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: written as another tab does
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/`;
};

const signInInAnotherTab = (token: string, user: object) => {
  write(TOKEN, token);
  write(USER, JSON.stringify(user));
};

const statusAnswer = () => ({
  ...sampleUserStatus(UserStatus.certified),
  ...ASHA,
  serverTimeMs: deviceNow(),
});

it('after a 401 every call is sent again with the newer session of the same user in another tab', async () => {
  const server = stubServer();
  server.answers(userStatus, statusAnswer);
  server.acceptOnly('two');
  signInInAnotherTab('two', ASHA);

  const answers = await Promise.all([send(userStatus, {}), send(userStatus, {})]);
  expect(answers.map(({ bizStatus }) => bizStatus)).toEqual([
    UserStatus.certified,
    UserStatus.certified,
  ]);
  expect([readSession().token, location.hash]).toEqual(['two', '#/order']);
});

it("after a 401 the tab adopts another user's session and sends nothing again", async () => {
  const server = stubServer();
  server.answers(userStatus, statusAnswer);
  server.acceptOnly('two');
  signInInAnotherTab('two', RAVI);
  await expect(send(userStatus, {})).rejects.toThrow('refused');
  expect([readSession(), location.hash]).toMatchObject([
    { token: 'two', userInfo: RAVI },
    '#/noren',
  ]);
});

it('a 401 for both sessions ends the session', async () => {
  stubServer().refuses(userStatus, 401);
  signInInAnotherTab('two', ASHA);
  await expect(send(userStatus, {})).rejects.toThrow('refused');
  expect([readSession().token, readCookie(TOKEN), location.hash]).toEqual([null, null, '#/login']);
});

it("one user's status is not returned to the next", async () => {
  const server = stubServer();
  const answers: number[] = [UserStatus.certified, UserStatus.registered];

  server.answers(userStatus, () => ({ ...statusAnswer(), bizStatus: answers.shift() ?? 0 }));

  const first = loadOnboardingStatus();
  expect(loadOnboardingStatus()).toBe(first);
  saveSignIn('two', RAVI);
  expect((await loadOnboardingStatus()).bizStatus).toBe(UserStatus.registered);
  expect((await first).bizStatus).toBe(UserStatus.certified);
  expect(readSession().onboardingStatus?.bizStatus).toBe(UserStatus.registered);
});
