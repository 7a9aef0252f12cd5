import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ProviderEvent } from '../outside/payments/payments.ts';
import { receiveEvent } from '../provider-events.ts';

/** A provider's events are short; anything longer is none. */
const BODY_LIMIT_BYTES = 16 * 1024;

/**
 * Where providers tell what happened: `POST /api/hooks/{provider}`, outside the envelope and the seal. The signature
 * over the raw body is the only proof of who speaks, so it is checked before a byte is read.
 */
export async function registerHooks(server: FastifyInstance, deps: Deps): Promise<void> {
  await server.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    hooks.post<{ Params: { provider: string } }>('/api/hooks/:provider', async (request, reply) => {
      const { provider } = request.params;
      if (provider !== deps.payments.name) return plain(reply, 404, 'no such provider');
      const signature = request.headers[`x-${provider}-signature`];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = readEvent(deps, body, typeof signature === 'string' ? signature : undefined);
      if (event === null) return plain(reply, 401, 'signature refused');
      if (event === 'malformed') return plain(reply, 400, 'not an event');
      const outcome = await receiveEvent(deps, provider, event);
      if (outcome === 'unknown') deps.log.warn({ provider, eventId: event.eventId }, 'event of something unknown kept');
      return plain(reply, 200, outcome);
    });
  });
}

function readEvent(deps: Deps, body: Buffer, signature: string | undefined): ProviderEvent | 'malformed' | null {
  try {
    return deps.payments.readWebhook(body, signature);
  } catch (error) {
    if (error instanceof SyntaxError) return 'malformed';
    throw error;
  }
}

function plain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
}
