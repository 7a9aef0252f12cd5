import { connect } from 'node:net';
import { HEADERS } from '@noren/contract/envelope';
import { openText, sealLines } from '@noren/contract/seal';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { FuzzRequest } from './requests.ts';

/** What a request was answered with; a sealed text is opened. */
export interface FuzzAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Sends a request, into the app or over a socket. */
export async function send(
  app: { server: FastifyInstance; url: string },
  request: FuzzRequest,
): Promise<FuzzAnswer> {
  const answer = await answerWithin(
    request.isRaw ? sendRaw(app.url, request) : inject(app.server, request),
  );
  return { ...answer, text: await opened(request, answer) };
}

/** Far longer than any call takes, and shorter than the limit of a slow request. */
const ANSWER_WITHIN_MS = 60_000;

/** Status 0 means no answer in time. */
async function answerWithin(answer: Promise<FuzzAnswer>): Promise<FuzzAnswer> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const late = new Promise<FuzzAnswer>((resolve) =>
    signal.addEventListener('abort', () =>
      resolve({ status: 0, type: '', text: 'no answer in time' }),
    ),
  );

  return Promise.race([answer, late]);
}

async function inject(server: FastifyInstance, request: FuzzRequest): Promise<FuzzAnswer> {
  const { method, url, headers, payload, address } = request;
  const answer = await server.inject({
    method: method as NonNullable<InjectOptions['method']>,
    // An address that the URL parser of the test would change or refuse goes in as it is.
    url,
    headers,
    remoteAddress: address,
    ...(payload !== undefined && { payload }),
  });

  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type'] ?? ''),
    text: answer.body,
  };
}

async function sendRaw(base: string, request: FuzzRequest): Promise<FuzzAnswer> {
  const { method, url, headers, payload = '' } = request;
  const body = Buffer.from(payload);
  const lines = Object.entries({
    host: 'app',
    ...headers,
    'content-length': body.length,
    connection: 'close',
  });
  const head = `${method} ${url} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`;
  const { port } = new URL(base);
  const socket = connect(Number(port), '127.0.0.1');
  const chunks: Buffer[] = [];

  socket.on('data', (chunk) => chunks.push(chunk));

  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // The server may answer and close before all of it is written.
  socket.on('error', () => undefined);
  socket.write(Buffer.concat([Buffer.from(head), body]));
  await closed;

  const whole = Buffer.concat(chunks).toString();
  const at = whole.indexOf('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(whole)?.[1] ?? 0);
  const type = /^content-type: (.*)$/im.exec(whole.slice(0, at))?.[1]?.trim() ?? '';

  return { status, type, text: whole.slice(at + 4) };
}

async function opened(
  { method, url, headers, seal }: FuzzRequest,
  { text }: FuzzAnswer,
): Promise<string> {
  if (!seal || !text.startsWith('{"sealed":')) return text;

  const { sealed } = JSON.parse(text) as { sealed: string };
  const lines = sealLines('response', method, url, headers);

  try {
    return await openText(seal.secret, headers[HEADERS.requestId] ?? '', lines, sealed);
  } catch (error) {
    // An address or a header that was changed on its way: the answer is sealed to what arrived.
    if (error instanceof DOMException) return text;
    throw error;
  }
}
