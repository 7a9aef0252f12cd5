import { UserStatus } from '@noren/core/people/status';
import { useSyncExternalStore } from 'react';
import { cookieName, readCookie } from '../browser/cookies.ts';
import { withStorage } from '../browser/storage.ts';
import { forgetDrafts } from './drafts.ts';
import { DEVICE, TOKEN, USER } from './session-cookie.ts';

const COOKIE_SECONDS = 365 * 86_400; // Specification §9: token, user info and device id last 365 days.

/** The database of the offline order cache. It contains the encryption key too. */
export const OFFLINE_DATABASE = 'noren-kept';
/**
 * Event on the window after a sign-in and after a sign-out; not when the same user continues in a
 * new session.
 */
export const SESSION_CHANGED = 'noren:session-changed';

/** The signed-in user. The masked phone is the only personal data the app stores. */
export interface UserInfo {
  userId: string;
  maskedPhone: string;
}

/** The user's onboarding status, as in the server's last answer. */
export interface OnboardingStatus {
  bizStatus: number;
  repayId: string | null;
  repayInfo: { productCode: string; dueDay: string; overdueDays: number } | null;
  isAuthComplete: boolean;
  gpGuideShow: boolean;
  evaluation: 'none' | 'running' | 'done';
  /** The number that signs in. */
  maskedPhone: string;
  /** When another number that waits will sign in, UTC ms. */
  phoneChangeDueAt: number | null;
}

/** `onboardingStatus` is undefined until the server has answered it. */
export interface Session {
  token: string | null;
  userInfo: UserInfo | null;
  onboardingStatus: OnboardingStatus | undefined;
}

function writeCookie(name: string, value: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = value === null ? 0 : COOKIE_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = `${cookieName(name)}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${age}; SameSite=Strict${secure}`;
}

function readUser(): UserInfo | null {
  try {
    return JSON.parse(readCookie(USER) ?? 'null') as UserInfo | null;
  } catch {
    // An altered cookie is ignored; the next sign-in overwrites it.
    return null;
  }
}

// The app reads this copy: where cookies are refused, the session lasts as long as the page.
let session: Session = {
  token: readCookie(TOKEN),
  userInfo: readUser(),
  onboardingStatus: undefined,
};

const listeners = new Set<() => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readSession(): Session {
  return session;
}

/** On the server: whose screen the next render shows. */
export function provideSession(next: Session): void {
  session = next;
}

export function useSession(): Session & { isSignedIn: boolean; isCertified: boolean } {
  const current = useSyncExternalStore(subscribe, readSession, readSession);
  const status = current.onboardingStatus?.bizStatus ?? 0;

  return {
    ...current,
    isSignedIn: current.token !== null,
    isCertified: status >= UserStatus.certified,
  };
}

/**
 * Whether another tab signed in after this one: the browser's cookies and storage belong to that
 * session.
 */
export function hasNewerSessionInAnotherTab(): boolean {
  const token = readCookie(TOKEN);
  return token !== null && token !== session.token;
}

/**
 * Adopts a session that another tab started.
 * @returns whether there was one
 */
export function adoptSessionFromCookies(): boolean {
  if (!hasNewerSessionInAnotherTab()) return false;

  const userInfo = readUser();
  const before = session.userInfo;
  const isOther = before?.userId !== userInfo?.userId;

  if (before && isOther) clearTabStorage();
  change({ token: readCookie(TOKEN), userInfo, onboardingStatus: undefined });
  if (isOther) dispatchEvent(new Event(SESSION_CHANGED));

  return true;
}

/**
 * Whether the cookies still contain this tab's session: another tab did not end it, and cookies are
 * accepted.
 */
export function isCurrentSession(): boolean {
  return session.token !== null && readCookie(TOKEN) === session.token;
}

/** Stores a new session for 365 days. */
export function saveSignIn(token: string, userInfo: UserInfo): void {
  if (session.userInfo?.userId !== userInfo.userId) deleteOfflineData();
  writeCookie(TOKEN, token);
  writeCookie(USER, JSON.stringify(userInfo));
  change({ token, userInfo, onboardingStatus: undefined });
  dispatchEvent(new Event(SESSION_CHANGED));
}

export function setOnboardingStatus(onboardingStatus: OnboardingStatus): void {
  const { maskedPhone } = onboardingStatus;
  const before = session.userInfo;
  // The account may have another number since the sign-in.
  const userInfo =
    before && before.maskedPhone !== maskedPhone ? { ...before, maskedPhone } : before;
  if (userInfo !== before) writeCookie(USER, JSON.stringify(userInfo));

  change({ ...session, userInfo, onboardingStatus });
}

/**
 * Raises the status after a step was saved, until it is loaded from the server again. Never lowers
 * it.
 */
export function advanceOnboardingStatus(bizStatus: number): void {
  if (session.onboardingStatus && bizStatus > session.onboardingStatus.bizStatus)
    change({
      ...session,
      onboardingStatus: {
        ...session.onboardingStatus,
        bizStatus,
        isAuthComplete: bizStatus >= UserStatus.certified,
      },
    });
}

/**
 * Removes token, user info (specification §4, log-out) and everything else stored for this user on
 * the device. A session that another tab started later is left alone.
 */
export function clearSession(): void {
  if (!hasNewerSessionInAnotherTab()) {
    writeCookie(TOKEN, null);
    writeCookie(USER, null);
    deleteOfflineData();
  }

  clearTabStorage();
  change({ token: null, userInfo: null, onboardingStatus: undefined });
  dispatchEvent(new Event(SESSION_CHANGED));
}

/** Clears this tab's drafts and its unsent tracking records. */
function clearTabStorage(): void {
  forgetDrafts();
  withStorage('sessionStorage', (storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith('noren.')) storage.removeItem(key);
  });
}

/** Deletes the cached order and its key. */
export function deleteOfflineData(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(OFFLINE_DATABASE);
  } catch (cause) {
    console.warn('The offline order cache could not be deleted', cause);
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
let device: string | undefined;

/** UUID of this browser, created once and stored for 365 days. */
export function deviceId(): string {
  const stored = readCookie(DEVICE) ?? '';
  // The server refuses every call with an altered id.
  device ??= UUID.test(stored) ? stored : makeUuid();
  if (readCookie(DEVICE) !== device) writeCookie(DEVICE, device);

  return device;
}

/** A random UUID, also outside a secure context, where `crypto.randomUUID` is missing. */
export function makeUuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID();

  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;

  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
