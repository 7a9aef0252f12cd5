import { userStatus } from '@noren/contract/login';
import { UserStatus } from '@noren/core/people/status';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearSession, saveSignIn } from '../../session/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import type { stubServer } from '../../testing/server-stub.ts';
import { sampleUserStatus, stubServerSignedOut } from '../../testing/sign-in.ts';
import { IdentityAuth } from './identity-auth.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServerSignedOut();
});

function showAt(bizStatus: number): void {
  server.answers(userStatus, sampleUserStatus(bizStatus));
  renderScreen(<IdentityAuth />, '/identity-auth');
}

const linksTo = (to: string) =>
  screen.queryAllByRole('link').filter((link) => link.getAttribute('href') === to).length;

describe('the parts of the certification', () => {
  it.each([
    [
      UserStatus.registered,
      4,
      'Continue',
      '/survey',
      ['/facial-auth/step-one', '/facial-auth/step-two', '/facial-auth/step-four'],
    ],
    [
      UserStatus.identityDue,
      3,
      'Continue',
      '/facial-auth/step-one',
      ['/facial-auth/step-two', '/facial-auth/step-four'],
    ],
    [UserStatus.contactsDue, 2, 'Continue', '/facial-auth/step-three', ['/facial-auth/step-four']],
    [UserStatus.bankAccountDue, 1, 'Continue', '/facial-auth/step-four', []],
  ])(
    'at status %i: %i are left, the one due is gone on with, none after it is open',
    async (...row) => {
      const [bizStatus, left, label, due, closed] = row;
      showAt(bizStatus);

      const onward = await screen.findByRole('link', { name: label });
      expect(onward.getAttribute('href')).toBe(due);
      expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String(4 - left));
      for (const to of closed) expect(linksTo(to)).toBe(0);
    },
  );

  it('shows the remaining time and what to have at hand', async () => {
    showAt(20);
    expect(await screen.findByText(/3 parts.*8 minutes/)).toBeTruthy();
    expect(screen.getByText(/PAN card/)).toBeTruthy();
    expect(screen.getByText(/two people/i)).toBeTruthy();
  });

  it('once done links to Home and opens no part', async () => {
    showAt(60);
    expect((await screen.findByRole('link', { name: 'See your loans' })).getAttribute('href')).toBe(
      '/home',
    );

    for (const to of [
      '/survey',
      '/facial-auth/step-one',
      '/facial-auth/step-two',
      '/facial-auth/step-four',
    ])
      expect(linksTo(to)).toBe(0);
  });

  it('has the tab bar', async () => {
    saveSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });
    showAt(10);

    const bar = within(await screen.findByRole('navigation'));
    expect(bar.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/noren',
      '/order',
      '/user',
    ]);
    act(() => clearSession());
  });
});
