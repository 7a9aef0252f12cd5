import type { FastifyReply, FastifyRequest } from 'fastify';
import { COOKIE_SECONDS } from './session-store.ts';

const SECURE_NAME = '__Host-noren';
const PLAIN_NAME = 'noren-sandbox';

/** Browsers accept a Secure cookie over https and on localhost; a phone on plain http gets one without. */
function takesSecure(request: FastifyRequest, isSandbox: boolean): boolean {
  return (
    !isSandbox ||
    request.protocol === 'https' ||
    ['localhost', '127.0.0.1', '[::1]'].includes(request.hostname.replace(/:\d+$/, ''))
  );
}

/** The session's companion cookie, with or without the __Host- prefix. */
export function readSessionCookie(request: FastifyRequest, isSandbox: boolean): string | undefined {
  return request.cookies[takesSecure(request, isSandbox) ? SECURE_NAME : PLAIN_NAME];
}

/** Sets the companion cookie: HttpOnly, same-site, for 365 days. Null deletes it. */
export function writeSessionCookie(
  at: { request: FastifyRequest; reply: FastifyReply; isSandbox: boolean },
  value: string | null,
): void {
  const secure = takesSecure(at.request, at.isSandbox);
  at.reply.setCookie(secure ? SECURE_NAME : PLAIN_NAME, value ?? '', {
    path: '/',
    httpOnly: true,
    secure,
    sameSite: 'strict',
    maxAge: value === null ? 0 : COOKIE_SECONDS,
  });
}
