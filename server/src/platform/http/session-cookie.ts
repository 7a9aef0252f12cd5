import type { FastifyReply, FastifyRequest } from 'fastify';
import { COOKIE_SECONDS } from './session.ts';

const SECURE_NAME = '__Host-noren';
const PLAIN_NAME = 'noren-sandbox';

/** Browsers take a Secure cookie over https and on their own machine; a phone on plain http gets one without. */
function takesSecure(request: FastifyRequest, isSandbox: boolean): boolean {
  return (
    !isSandbox ||
    request.protocol === 'https' ||
    ['localhost', '127.0.0.1', '[::1]'].includes(request.hostname.replace(/:\d+$/, ''))
  );
}

/** The session's companion cookie, whichever name it bears here. */
export function readSessionCookie(request: FastifyRequest, isSandbox: boolean): string | undefined {
  return request.cookies[takesSecure(request, isSandbox) ? SECURE_NAME : PLAIN_NAME];
}

/** Sets the companion cookie: out of reach of scripts, sent only to us, for 365 days. Null takes it away. */
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
