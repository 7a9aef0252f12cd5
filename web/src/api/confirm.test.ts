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
  it('to an action asks for a code in front of its screen, which is gone back to as it was', async () => {
    server.refuses(saveLanguage, CODES.confirmByCode);
    const before = history.length;
    await expect(send(saveLanguage, { body: { language: 'en' } })).rejects.toMatchObject({ code: 316 });
    expect(location.hash).toBe('#/api-phone-check');
    expect(history.length).toBe(before + 1);
    expect(readInterruption()).toEqual({ place: '/loan?product=N15', isBehind: true });
  });

  it('to a reading asks for it in the place of the screen, so that going back does not lead here again', async () => {
    server.refuses(viewAccount, CODES.confirmByCode);
    await expect(send(viewAccount, {})).rejects.toMatchObject({ code: 316 });
    expect(location.hash).toBe('#/api-phone-check');
    expect(readInterruption()).toEqual({ place: '/loan?product=N15', isBehind: false });
  });

  it('to several readings at once keeps the place of the first', async () => {
    server.refuses(viewAccount, CODES.confirmByCode);
    await Promise.allSettled([send(viewAccount, {}), send(viewAccount, {})]);
    expect(readInterruption()?.place).toBe('/loan?product=N15');
  });

  it('to what a screen can do without leaves the user there', async () => {
    server.refuses(viewAccount, CODES.confirmByCode);
    await expect(send(viewAccount, {}, 'quiet')).rejects.toMatchObject({ code: 316 });
    expect([location.hash, readInterruption()]).toEqual(['#/loan?product=N15', null]);
  });
});

it('the place is come back to where it was scrolled to, once', () => {
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

it('another place begins at its top', () => {
  const scrolled = vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'scrollY', 'get').mockReturnValue(640);
  goToConfirm(false);
  clearInterruption();
  restoreScroll('/home');
  expect(scrolled.mock.calls).toEqual([[0, 0]]);
});
