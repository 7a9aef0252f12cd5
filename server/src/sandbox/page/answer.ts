import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';

/** A refusal of a control: its HTTP status and text. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly httpStatus: 400 | 403 | 404 | 409 | 415;

  constructor(httpStatus: ControlError['httpStatus'], words: string) {
    super(words);
    this.httpStatus = httpStatus;
  }
}

/** @throws ControlError for a request from another site's page */
export function refuseOtherSites(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const isOurs = site === undefined || site === 'same-origin' || site === 'none';
  if (isOurs && (origin === undefined || findHost(origin) === request.host)) return;

  throw new ControlError(403, 'The controls are used from their own page only.');
}

function findHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/**
 * The JSON body of a control.
 * @throws ControlError when it is not JSON or not of the shape
 */
export function readControl<S extends z.ZodType>(shape: S, request: FastifyRequest): z.infer<S> {
  if (!request.headers['content-type']?.startsWith('application/json'))
    throw new ControlError(415, 'Send JSON: content-type application/json.');
  return check(shape, parseJson(request.body));
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body ?? ''));
  } catch (error) {
    if (error instanceof SyntaxError) throw new ControlError(400, 'The body is not JSON.');
    throw error;
  }
}

/**
 * Validates input.
 * @throws ControlError naming the first invalid value
 */
export function check<S extends z.ZodType>(shape: S, given: unknown): z.infer<S> {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;

  const issue = parsed.error.issues[0];
  throw new ControlError(
    400,
    `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'not usable'}`,
  );
}

/**
 * Answers with JSON (or the bytes of a file); a ControlError becomes `{ error }`, other errors are
 * rethrown.
 */
export async function answerControl(
  reply: FastifyReply,
  work: () => unknown,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  try {
    const answer = await work();
    return reply.send(Buffer.isBuffer(answer) ? answer : JSON.stringify(answer));
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return reply.code(error.httpStatus).send(JSON.stringify({ error: error.message }));
  }
}
