import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pickLanguage } from '../translations/translations.ts';
import { rejection } from './answer.ts';
import { Rejection } from './wire-request.ts';

/**
 * Answers a request whose address the router cannot read: one that cannot be decoded, or with too
 * long a parameter.
 */
export function answerUnroutable(
  error: { code: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const rejected =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? new Rejection(404, 'error.no_such_call')
      : new Rejection(400, 'error.invalid', { reason: 'url' });
  const { httpStatus, envelope } = rejection(
    rejected.httpStatus,
    pickLanguage(request.headers['accept-language']),
    rejected.error,
  );

  return reply
    .code(httpStatus)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope));
}

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers what is not HTTP, or whose headers are too long or too late, and closes the connection.
 */
export function answerUnreadable(
  error: { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  // The caller left, or this connection has carried an answer: text after it could be read as part
  // of it.
  if (
    error.code === 'ECONNRESET' ||
    socket.destroyed ||
    !socket.writable ||
    socket.bytesWritten > 0
  ) {
    socket.destroy();
    return;
  }

  const { envelope } = rejection(
    400,
    pickLanguage(undefined),
    new Rejection(400, 'error.invalid').error,
  );
  const body = JSON.stringify(envelope);

  socket.end(
    [
      `HTTP/1.1 ${STATUS_LINES[error.code ?? ''] ?? '400 Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );
}
