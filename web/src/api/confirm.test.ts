import { viewAccount } from '@noren/contract/bank';
import { CODES } from '@noren/contract/codes';
import { saveLanguage } from '@noren/contract/login';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubServer } from '../testing/server-stub.ts';
import { send } from './api.ts';
import { clearInterruption, goToConfirm, readInterruption, restoreScroll } from './confirm.ts';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  sessionStorage.clear();
  location.hash = '#/loan?product=N15';
  server = stubServer();
});

describe('an answer of 316', () => {
  it('to an action opens the code screen above the current one', async () => {
    server.refuses(saveLanguage, CODES.confirmByCode);

    const before = history.length;
    await expect(send(saveLanguage, { body: { language: 'en' } })).rejects.toMatchObject({
      code: 316,
    });
    expect(location.hash).toBe('#/api-phone-check');
    expect(history.length).toBe(before + 1);
    expect(readInterruption()).toEqual({ path: '/loan?product=N15', isBehind: true });
  });

  it('to a read replaces the screen, so that going back does not lead here again', async () => {
    server.refuses(viewAccount, CODES.confirmByCode);
    await expect(send(viewAccount, {})).rejects.toMatchObject({ code: 316 });
    expect(location.hash).toBe('#/api-phone-check');
    expect(readInterruption()).toEqual({ path: '/loan?product=N15', isBehind: false });
  });

  it('to concurrent reads stores the path of the first', async () => {
    server.refuses(viewAccount, CODES.confirmByCode);
    await Promise.allSettled([send(viewAccount, {}), send(viewAccount, {})]);
    expect(readInterruption()?.path).toBe('/loan?product=N15');
  });

  it('to a quiet call does not open the code screen', async () => {
    server.refuses(viewAccount, CODES.confirmByCode);
    await expect(send(viewAccount, {}, 'quiet')).rejects.toMatchObject({ code: 316 });
    expect([location.hash, readInterruption()]).toEqual(['#/loan?product=N15', null]);
  });
});

it('the interrupted screen is restored at its scroll position, once', () => {
  const scrolled = vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'scrollY', 'get').mockReturnValue(640);
  goToConfirm(false);
  clearInterruption();
  expect(readInterruption()).toBeNull();
  restoreScroll('/loan?product=N15');
  restoreScroll('/loan?product=N15');
  expect(scrolled.mock.calls).toEqual([
    [0, 640],
    [0, 0],
  ]);
});

it('any other path starts at its top', () => {
  const scrolled = vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'scrollY', 'get').mockReturnValue(640);
  goToConfirm(false);
  clearInterruption();
  restoreScroll('/home');
  expect(scrolled.mock.calls).toEqual([[0, 0]]);
});
