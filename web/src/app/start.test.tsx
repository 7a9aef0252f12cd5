import { CODES } from '@noren/contract/codes';
import { userStatus } from '@noren/contract/login';
import { billDetail } from '@noren/contract/orders';
import { UserStatus } from '@noren/core/people/status';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { send } from '../api/api.ts';
import { AFTER_SIGN_IN, readDraft } from '../session/drafts.ts';
import { clearSession, saveSignIn } from '../session/session.ts';
import { MemoryRouter } from '../testing/memory-router.tsx';
import { sampleUserStatus, stubServerSignedOut } from '../testing/sign-in.ts';
import { useLocation } from '../ui/routing/router.tsx';
import { Guard } from './guards.tsx';
import { startAtOnboardingStatus } from './start.ts';

let server: ReturnType<typeof stubServerSignedOut>;

beforeEach(() => {
  server = stubServerSignedOut();
  history.replaceState(null, '', '/');
});

const path = () => location.hash.slice(1);

/**
 * A session of its own each time: a status that was loaded for the former one is not used again.
 */
let sessions = 0;

function signIn(bizStatus: number): void {
  sessions += 1;
  saveSignIn(`token-${sessions}`, { userId: 'u', maskedPhone: '98•••••210' });
  server.answers(userStatus, sampleUserStatus(bizStatus));
}

async function startAt(address: string, bizStatus: number | null): Promise<string> {
  history.replaceState(null, '', address);
  if (bizStatus !== null) signIn(bizStatus);
  await startAtOnboardingStatus();
  return path();
}

describe('the start of the app', () => {
  it.each([
    [UserStatus.identityDue, '/facial-auth/step-one'],
    [UserStatus.personalInfoDue, '/facial-auth/step-two'],
    [UserStatus.contactsDue, '/facial-auth/step-three'],
    [UserStatus.bankAccountDue, '/facial-auth/step-four'],
    [UserStatus.certified, '/home'],
    [UserStatus.regular, '/home'],
  ])('leads a user at status %i from every entrance to %s', async (bizStatus, end) => {
    for (const address of [
      '/',
      '/#',
      '/#/',
      '/#/noren',
      '/#/noren?utm=x',
      '/#/login',
      '/#/login?link=used',
    ])
      expect([address, await startAt(address, bizStatus)]).toEqual([address, end]);
  });

  it('leaves a user who has not started on the landing page', async () => {
    for (const address of ['/', '/#/noren', '/#/login'])
      expect([address, await startAt(address, UserStatus.registered)]).toEqual([address, '/noren']);
  });

  it.each([
    '/privacy-policy',
    '/grievance',
    '/test',
    '/repay-code?code=x',
    '/sky-scan?code=x',
    '/sky-code?code=x',
    '/sky-offline?code=x',
    '/sky-eleven?code=x',
    '/pembayaran?code=x',
    '/order',
    '/user',
  ])('leaves a certified user at %s, which was opened on purpose', async (place) => {
    expect(await startAt(`/#${place}`, UserStatus.certified)).toBe(place);
  });

  it('leaves a visitor where they are', async () => {
    for (const place of ['/noren', '/login']) expect(await startAt(`/#${place}`, null)).toBe(place);
  });

  it('leads from the landing page that an unknown address became meanwhile', async () => {
    history.replaceState(null, '', '/#/no-such-page');
    signIn(UserStatus.certified);

    const started = startAtOnboardingStatus();
    history.replaceState(null, '', '/#/noren');
    await started;
    expect(path()).toBe('/home');
  });

  it('leaves a user whose session ended meanwhile at the login', async () => {
    history.replaceState(null, '', '/#/order');
    signIn(UserStatus.certified);

    const started = startAtOnboardingStatus();
    clearSession();
    history.replaceState(null, '', '/#/login');
    await started;
    expect(path()).toBe('/login');
  });
});

describe('the global guard', () => {
  it.each([
    ['/repay/RAAAAAAAAA?from=notification', '/repay/RAAAAAAAAA'],
    ['/order?id=RAAAAAAAAA&from=notification', '/order?id=RAAAAAAAAA'],
    ['/messages', undefined],
  ])(
    'leads a visitor from %s to the landing page, and keeps the way back of a tap only',
    (at, place) => {
      history.replaceState(null, '', `/#${at}`);
      render(
        <MemoryRouter initialEntries={[at]}>
          <Guard>
            <Place />
          </Guard>
        </MemoryRouter>,
      );
      expect(screen.getByText('at /noren')).toBeTruthy();
      expect(readDraft(AFTER_SIGN_IN)['place']).toBe(place);
    },
  );

  it('keeps the way back of a tap, after which the session is found to be over, at the login', async () => {
    signIn(UserStatus.certified);
    server.refuses(billDetail, CODES.signedOut);
    render(
      <MemoryRouter initialEntries={['/repay/RAAAAAAAAA?from=notification']}>
        <Guard>
          <Place />
        </Guard>
      </MemoryRouter>,
    );
    expect(screen.getByText('at /repay/RAAAAAAAAA')).toBeTruthy();

    await act(() => send(billDetail, { params: { repayId: 'RAAAAAAAAA' } }).catch(() => undefined));
    expect(path()).toBe('/login');
    expect(screen.queryByText('at /noren')).toBeNull();
    expect(readDraft(AFTER_SIGN_IN)['place']).toBe('/repay/RAAAAAAAAA');
  });
});

function Place() {
  return <p>at {useLocation().pathname}</p>;
}
