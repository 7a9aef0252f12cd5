import { UserStatus } from '@noren/core/people/status';
import { useSyncExternalStore } from 'react';
import { readCookie } from '../browser/cookies.ts';
import { clearDraftsInMemory } from './drafts.ts';
import { DEVICE, TOKEN, USER } from './session-cookie.ts';

const COOKIE_SECONDS = 365 * 86_400; // Specification §9: token, user info and device id last 365 days.

/** Where the last order is kept for a start without a network, encrypted; the key goes with the database. */
export const OFFLINE_DATABASE = 'noren-kept';
/** Told to the page after a sign-in, and once the session is forgotten; not when a user goes on with one of their own. */
export const SESSION_CHANGED = 'noren:session-changed';

/** What the app keeps of who is signed in: nothing personal but the masked phone. */
export interface UserInfo {
  userId: string;
  maskedPhone: string;
}

/** Where the user stands, as the server last said. */
export interface OnboardingStatus {
  bizStatus: number;
  repayId: string | null;
  isAuthComplete: boolean;
  gpGuideShow: boolean;
  evaluation: 'none' | 'running' | 'done';
}

/** The session. `onboardingStatus` is undefined until the server has told it. */
export interface Session {
  token: string | null;
  userInfo: UserInfo | null;
  onboardingStatus: OnboardingStatus | undefined;
}

// Where cookies are refused the session lasts as long as the page: this copy is what the app reads.
function writeCookie(name: string, value: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = value === null ? 0 : COOKIE_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${age}; SameSite=Strict${secure}`;
}

function readUser(): UserInfo | null {
  try {
    return JSON.parse(readCookie(USER) ?? 'null') as UserInfo | null;
  } catch {
    // A cookie somebody altered is no reason to fail: the next answer of the server writes it again.
    return null;
  }
}

let session: Session = { token: readCookie(TOKEN), userInfo: readUser(), onboardingStatus: undefined };
const listeners = new Set<() => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session now. */
export function readSession(): Session {
  return session;
}

/** The session, rendering again when it changes. */
export function useSession(): Session & { isSignedIn: boolean; isCertified: boolean } {
  const current = useSyncExternalStore(subscribe, readSession, readSession);
  const status = current.onboardingStatus?.bizStatus ?? 0;
  return { ...current, isSignedIn: current.token !== null, isCertified: status >= UserStatus.certified };
}

/** Whether another tab has begun a session since this one's: what the browser keeps belongs to that. */
export function hasNewerSessionInAnotherTab(): boolean {
  const token = readCookie(TOKEN);
  return token !== null && token !== session.token;
}

/** Reads again what another tab may have written: a sign-in next door is this one's too. @returns whether there was one */
export function adoptSessionFromCookies(): boolean {
  if (!hasNewerSessionInAnotherTab()) return false;
  const userInfo = readUser();
  const before = session.userInfo;
  const isOther = before?.userId !== userInfo?.userId;
  if (before && isOther) forgetTyped();
  change({ token: readCookie(TOKEN), userInfo, onboardingStatus: undefined });
  if (isOther) dispatchEvent(new Event(SESSION_CHANGED));
  return true;
}

/** Whether this tab's session is still the one the browser keeps: not ended next door, and cookies not refused. */
export function isCurrentSession(): boolean {
  return session.token !== null && readCookie(TOKEN) === session.token;
}

/** Keeps a new sign-in for 365 days. */
export function saveSignIn(token: string, userInfo: UserInfo): void {
  if (session.userInfo?.userId !== userInfo.userId) deleteOfflineData();
  writeCookie(TOKEN, token);
  writeCookie(USER, JSON.stringify(userInfo));
  change({ token, userInfo, onboardingStatus: undefined });
  dispatchEvent(new Event(SESSION_CHANGED));
}

/** Notes where the user stands; the status never falls while one session lasts. */
export function setOnboardingStatus(onboardingStatus: OnboardingStatus): void {
  change({ ...session, onboardingStatus });
}

/** Notes a step that raised the status, until the server is asked again. */
export function advanceOnboardingStatus(bizStatus: number): void {
  if (session.onboardingStatus && bizStatus > session.onboardingStatus.bizStatus)
    change({
      ...session,
      onboardingStatus: { ...session.onboardingStatus, bizStatus, isAuthComplete: bizStatus >= UserStatus.certified },
    });
}

/**
 * Forgets token and user info (specification §4, log-out) and everything kept for this user on the device; but for what
 * another tab keeps of a session begun since, which is not over.
 */
export function clearSession(): void {
  if (!hasNewerSessionInAnotherTab()) {
    writeCookie(TOKEN, null);
    writeCookie(USER, null);
    deleteOfflineData();
  }
  forgetTyped();
  change({ token: null, userInfo: null, onboardingStatus: undefined });
  dispatchEvent(new Event(SESSION_CHANGED));
}

/** What was typed in this tab: drafts, what is held, records on their way. */
function forgetTyped(): void {
  clearDraftsInMemory();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('noren.')) sessionStorage.removeItem(key);
  } catch (cause) {
    console.warn('Drafts could not be cleared', cause);
  }
}

/** Lets go of the last order that was kept, and of the key it was kept under. */
export function deleteOfflineData(): void {
  try {
    globalThis.indexedDB?.deleteDatabase(OFFLINE_DATABASE);
  } catch (cause) {
    console.warn('What was kept could not be cleared', cause);
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
let device: string | undefined;
/** UUID of this installation, made once and kept for 365 days. */
export function deviceId(): string {
  const kept = readCookie(DEVICE) ?? '';
  // One that somebody altered would be refused with every call.
  device ??= UUID.test(kept) ? kept : makeUuid();
  if (readCookie(DEVICE) !== device) writeCookie(DEVICE, device);
  return device;
}

/** A random UUID, also where the page is not a secure context and `crypto.randomUUID` is missing. */
export function makeUuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
