import type { FastifyInstance } from 'fastify';
import { bankHandlers } from './bank/handlers.ts';
import { documentHandlers } from './certification/document-handlers.ts';
import { certificationHandlers } from './certification/handlers.ts';
import { livenessHandlers } from './certification/liveness-handlers.ts';
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
  ...certificationHandlers,
  ...documentHandlers,
  ...livenessHandlers,
  ...bankHandlers,
};

/** The API, listening to nothing yet. */
export function buildApp(deps: Deps): Promise<FastifyInstance> {
  return buildServer(deps, handlers);
}
