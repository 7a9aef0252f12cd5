import type { FastifyReply, FastifyRequest } from 'fastify';
import { COOKIE_SECONDS } from './session-store.ts';

/** A cookie that no script and no other site reads. */
export interface Cookie {
  readonly name: string;
  /** Without the __Host- prefix, for a sandbox at plain http. */
  readonly plainName: string;
  /** Until the browser is closed if absent. */
  readonly seconds?: number;
}

/** The session's companion cookie. */
export const SESSION_COOKIE: Cookie = {
  name: '__Host-noren',
  plainName: 'noren-sandbox',
  seconds: COOKIE_SECONDS,
};

/**
 * What makes this browser known after it signed out, so it stays when somebody signs out: see
 * `device-secret.ts`.
 */
export const DEVICE_COOKIE: Cookie = {
  name: '__Host-noren-device',
  plainName: 'noren-sandbox-device',
  seconds: COOKIE_SECONDS,
};

/** The random value that a browser's draft key is derived from. */
export const DRAFT_COOKIE: Cookie = {
  name: '__Host-noren-drafts',
  plainName: 'noren-sandbox-drafts',
};

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly isSandbox: boolean;
}

/**
 * Browsers accept a Secure cookie over https and on localhost; a phone on plain http gets one
 * without.
 */
function pickName({ name, plainName }: Cookie, request: FastifyRequest, isSandbox: boolean) {
  const takesSecure =
    !isSandbox ||
    request.protocol === 'https' ||
    ['localhost', '127.0.0.1', '[::1]'].includes(request.hostname.replace(/:\d+$/, ''));

  return takesSecure ? name : plainName;
}

export function readCookie(
  cookie: Cookie,
  { request, isSandbox }: Omit<Exchange, 'reply'>,
): string | undefined {
  return request.cookies[pickName(cookie, request, isSandbox)];
}

/** Sets a cookie, HttpOnly and same-site. Null deletes it. */
export function writeCookie(
  cookie: Cookie,
  { request, reply, isSandbox }: Exchange,
  value: string | null,
): void {
  const name = pickName(cookie, request, isSandbox);
  const maxAge = value === null ? 0 : cookie.seconds;

  reply.setCookie(name, value ?? '', {
    path: '/',
    httpOnly: true,
    secure: name === cookie.name,
    sameSite: 'strict',
    ...(maxAge !== undefined && { maxAge }),
  });
}
