import { afterEach, describe, expect, it } from 'vitest';
import { clearSession, saveSignIn, setOnboardingStatus } from '../session/session.ts';
import { sampleStatus } from '../testing/sign-in.ts';
import { backPaths } from './back.ts';

const signIn = (bizStatus?: number) => {
  saveSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });
  if (bizStatus !== undefined) setOnboardingStatus(sampleStatus(bizStatus));
};

afterEach(clearSession);

describe('back from a screen that the app was opened at', () => {
  it.each([
    ['/repay/RABC1234567890', '/order'],
    ['/upload-voucher', '/order'],
    ['/sky-scan', '/order'],
    ['/feedback', '/user'],
    ['/messages', '/user'],
    ['/documents', '/user'],
    ['/customer-service', '/user'],
    ['/data/consents', '/user'],
    ['/sessions', '/user'],
    ['/passkeys', '/user'],
    ['/loan', '/home'],
    ['/identity-auth', '/home'],
    ['/home', '/noren'],
    ['/user', '/noren'],
    ['/nowhere', '/home'],
  ])('%s leads to its tab’s root, %s', (from, to) => {
    signIn(60);
    expect(backPaths.findRoot(from)).toBe(to);
  });

  it('sends a user who is not certified or not signed in to the landing page', () => {
    expect(backPaths.findRoot('/privacy-policy')).toBe('/noren');
    signIn(20);
    expect(backPaths.findRoot('/loan')).toBe('/noren');
    expect(backPaths.findRoot('/feedback')).toBe('/user');
  });

  it('decides by the known status; the guard of Home redirects from there', () => {
    signIn();
    expect(backPaths.named('home')).toBe('/home');
    clearSession();
    expect(backPaths.named('order')).toBe('/login');
  });
});
