import type { AnswerOf } from '@noren/contract/call';
import type { userStatus } from '@noren/contract/login';
import { UserStatus } from '@noren/core/people/status';
import {
  clearSession,
  type OnboardingStatus,
  saveSignIn,
  setOnboardingStatus,
} from '../session/session.ts';
import { stubServer } from './server-stub.ts';

/** A stubbed server, and a browser that nobody has signed in with. */
export function stubServerSignedOut(): ReturnType<typeof stubServer> {
  sessionStorage.clear();
  clearSession();
  return stubServer();
}

/** Signs in a borrower with a finished certification. */
export function signInCertified(more: Partial<OnboardingStatus> = {}): void {
  saveSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });
  setOnboardingStatus(sampleStatus(UserStatus.certified, more));
}

/** What the app knows of a borrower at this step of the certification. */
export function sampleStatus(
  bizStatus: number,
  more: Partial<OnboardingStatus> = {},
): OnboardingStatus {
  const { userId: _, serverTimeMs: __, ...status } = sampleUserStatus(bizStatus);
  return { ...status, ...more };
}

/** What the server answers about a borrower at this step of the certification. */
export function sampleUserStatus(bizStatus: number): AnswerOf<typeof userStatus> {
  const isAuthComplete = bizStatus >= UserStatus.certified;

  return {
    userId: '0198c0de-0000-7000-8000-000000000001',
    maskedPhone: '98•••••210',
    bizStatus,
    isAuthComplete,
    repayId: null,
    repayInfo: null,
    evaluation: isAuthComplete ? 'done' : 'none',
    phoneChangeDueAt: null,
    gpGuideShow: false,
    serverTimeMs: 1_795_000_000_000,
  };
}
