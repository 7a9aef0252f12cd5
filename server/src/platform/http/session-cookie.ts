import type { FastifyReply, FastifyRequest } from 'fastify';
import { COOKIE_SECONDS } from './session-store.ts';

interface CookieNames {
  readonly secure: string;
  /** Without the __Host- prefix, for plain http. */
  readonly plain: string;
}

/** The session's companion cookie. */
const SESSION: CookieNames = { secure: '__Host-noren', plain: 'noren-sandbox' };
/** What makes this browser known after it signed out: see `device-secret.ts`. */
const DEVICE: CookieNames = { secure: '__Host-noren-device', plain: 'noren-sandbox-device' };
/** The random value that a browser's draft key is derived from. */
const DRAFTS: CookieNames = { secure: '__Host-noren-drafts', plain: 'noren-sandbox-drafts' };

/**
 * Browsers accept a Secure cookie over https and on localhost; a phone on plain http gets one
 * without.
 */
function takesSecure(request: FastifyRequest, isSandbox: boolean): boolean {
  return (
    !isSandbox ||
    request.protocol === 'https' ||
    ['localhost', '127.0.0.1', '[::1]'].includes(request.hostname.replace(/:\d+$/, ''))
  );
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly isSandbox: boolean;
}

function read(names: CookieNames, request: FastifyRequest, isSandbox: boolean): string | undefined {
  return request.cookies[takesSecure(request, isSandbox) ? names.secure : names.plain];
}

function write(names: CookieNames, at: Exchange, value: string | null, seconds?: number): void {
  const isSecure = takesSecure(at.request, at.isSandbox);
  const name = isSecure ? names.secure : names.plain;
  writeCookie(at.reply, name, value, { isSecure, seconds });
}

/**
 * Sets a cookie that no script and no other site reads. Without `seconds` it lasts until the
 * browser is closed. Null as the value deletes it.
 */
export function writeCookie(
  reply: FastifyReply,
  name: string,
  value: string | null,
  { isSecure, seconds }: { isSecure: boolean; seconds: number | undefined },
): void {
  const maxAge = value === null ? 0 : seconds;
  reply.setCookie(name, value ?? '', {
    path: '/',
    httpOnly: true,
    secure: isSecure,
    sameSite: 'strict',
    ...(maxAge !== undefined && { maxAge }),
  });
}

/** The session's companion cookie, with or without the __Host- prefix. */
export function readSessionCookie(request: FastifyRequest, isSandbox: boolean): string | undefined {
  return read(SESSION, request, isSandbox);
}

/** Sets the companion cookie: HttpOnly, same-site, for 365 days. Null deletes it. */
export function writeSessionCookie(at: Exchange, value: string | null): void {
  write(SESSION, at, value, COOKIE_SECONDS);
}

export function readDeviceCookie(request: FastifyRequest, isSandbox: boolean): string | undefined {
  return read(DEVICE, request, isSandbox);
}

/**
 * Sets the cookie of the device secret: HttpOnly, same-site, for 365 days, kept when somebody signs
 * out.
 */
export function writeDeviceCookie(at: Exchange, value: string): void {
  write(DEVICE, at, value, COOKIE_SECONDS);
}

export function readDraftCookie(request: FastifyRequest, isSandbox: boolean): string | undefined {
  return read(DRAFTS, request, isSandbox);
}

/**
 * Sets the cookie of the draft key: HttpOnly, same-site, until the browser is closed. Null deletes
 * it.
 */
export function writeDraftCookie(at: Exchange, value: string | null): void {
  write(DRAFTS, at, value);
}
