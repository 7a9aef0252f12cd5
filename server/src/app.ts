import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import type { Handlers } from './handler.ts';
import { confirmHandlers } from './login/confirm-handlers.ts';
import { loginHandlers } from './login/handlers.ts';
import { publicHandlers } from './public/handlers.ts';
import { buildServer } from './serve.ts';

/** A handler for every declared call: one left out does not compile. */
const handlers: Handlers = {
  ...publicHandlers,
  ...loginHandlers,
  ...confirmHandlers,
};

/** The API, listening to nothing yet. */
export function buildApp(deps: Deps): Promise<FastifyInstance> {
  return buildServer(deps, handlers);
}
