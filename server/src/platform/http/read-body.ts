import { Socket } from 'node:net';
import type { Call } from '@noren/contract/call';
import { FILE_LIMIT_BYTES } from '@noren/contract/envelope';
import type { FastifyRequest } from 'fastify';
import type { RequestContent } from './pipeline.ts';
import { Rejection, readForm, readJson, type Wire } from './wire-request.ts';

/** The content type of a form-encoded body. */
export const FORM = 'application/x-www-form-urlencoded';

/**
 * Reads and opens the body of a call.
 * @throws Rejection when it is of another type, too large, or cannot be opened or parsed
 */
export async function readBody(
  request: FastifyRequest,
  declared: Call,
  wire: Wire,
): Promise<RequestContent> {
  if (declared.method === 'GET' || !declared.body) return { body: undefined, files: [] };

  if (declared.encoding !== 'multipart') {
    // What a call needs of its body, its schema says by field; its type says nothing when it is
    // empty.
    if (!request.body) return { body: undefined, files: [] };

    const isForm = request.headers['content-type']?.startsWith(FORM) === true;
    if (typeof request.body !== 'string' || isForm !== (declared.encoding === 'form'))
      throw new Rejection(415, 'error.media_type');

    return {
      body: isForm ? readForm(wire, request.body) : readJson(wire, request.body),
      files: [],
    };
  }

  if (!request.isMultipart()) throw new Rejection(415, 'error.media_type');

  try {
    return await untilAborted(request, readParts(request, declared.files ?? 1));
  } catch (error) {
    if (isParserError(error) && !isAborted(error, request))
      throw new Rejection(400, 'error.invalid', { reason: 'multipart' });
    throw error;
  }
}

/** The parser waits for ever when the caller left before the first byte was read. */
async function untilAborted<T>(
  { raw: { socket } }: FastifyRequest,
  reading: Promise<T>,
): Promise<T> {
  // A request made inside the process has no connection.
  if (!(socket instanceof Socket)) return reading;

  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onClose = (): void => reject(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));

  if (socket.destroyed) onClose();
  socket.once('close', onClose);

  try {
    return await Promise.race([reading, aborted]);
  } finally {
    socket.off('close', onClose);
    // Whichever lost the race may still fail.
    reading.catch(() => undefined);
  }
}

async function readParts(request: FastifyRequest, maxFiles: number): Promise<RequestContent> {
  const body: Record<string, unknown> = {};
  const files: Buffer[] = [];
  let room = FILE_LIMIT_BYTES;

  for await (const part of request.parts({ limits: { files: maxFiles } })) {
    if (part.type === 'file' && part.fieldname === 'file') {
      const file = await part.toBuffer();
      room -= file.length;
      if (room < 0) throw new Rejection(413, 'error.too_large');
      files.push(file);
    } else if (part.type === 'file') part.file.resume();
    else body[part.fieldname] = part.value;
  }

  return { body, files };
}

/**
 * The multipart parser throws plain errors without a status; a mistake of ours would be a TypeError
 * or its like.
 */
function isParserError(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('statusCode' in error);
}

/**
 * The client disconnected while it was sending: nobody reads the answer, and it is not a server
 * fault.
 */
export function isAborted(error: unknown, request: FastifyRequest): boolean {
  return (
    (request.raw.readableAborted || request.raw.socket?.destroyed) &&
    (error as { code?: unknown } | null)?.code === 'ECONNRESET'
  );
}
