import type { FastifyInstance } from 'fastify';
import { dataHandlers } from './account/data-handlers.ts';
import { erasureHandlers } from './account/erasure-handlers.ts';
import { exportHandlers } from './account/export-handlers.ts';
import { accountHandlers } from './account/handlers.ts';
import { bankHandlers } from './bank/handlers.ts';
import { documentHandlers } from './certification/document-handlers.ts';
import { certificationHandlers } from './certification/handlers.ts';
import { livenessHandlers } from './certification/liveness-handlers.ts';
import { couponsHandlers } from './coupons/handlers.ts';
import type { Deps } from './deps.ts';
import { deviceHandlers } from './device/handlers.ts';
import { borrowerDocumentHandlers } from './documents/handlers.ts';
import { floodLimitsOf } from './flood.ts';
import type { Handlers } from './handler.ts';
import { registerHooks } from './hooks/routes.ts';
import { loansHandlers } from './loans/handlers.ts';
import { confirmHandlers } from './login/confirm-handlers.ts';
import { loginHandlers } from './login/handlers.ts';
import { pushHandlers } from './messages-out/handlers.ts';
import { ordersHandlers } from './orders/handlers.ts';
import { publicHandlers } from './public/handlers.ts';
import { detailHandlers } from './repayment/detail-handlers.ts';
import { extensionHandlers } from './repayment/extension-handlers.ts';
import { repaymentHandlers } from './repayment/handlers.ts';
import { voucherHandlers } from './repayment/voucher-handlers.ts';
import { buildServer } from './serve.ts';
import { supportHandlers } from './support/handlers.ts';
import { trackingHandlers } from './tracking/handlers.ts';

/** A handler for every declared call: one left out does not compile. */
const handlers: Handlers = {
  ...publicHandlers,
  ...loginHandlers,
  ...confirmHandlers,
  ...accountHandlers,
  ...dataHandlers,
  ...exportHandlers,
  ...erasureHandlers,
  ...certificationHandlers,
  ...documentHandlers,
  ...livenessHandlers,
  ...bankHandlers,
  ...loansHandlers,
  ...couponsHandlers,
  ...borrowerDocumentHandlers,
  ...ordersHandlers,
  ...repaymentHandlers,
  ...voucherHandlers,
  ...detailHandlers,
  ...extensionHandlers,
  ...supportHandlers,
  ...pushHandlers,
  ...deviceHandlers,
  ...trackingHandlers,
};

/** The API, listening to nothing yet. */
export async function buildApp(deps: Deps, flood = floodLimitsOf(deps.config)): Promise<FastifyInstance> {
  const server = await buildServer(deps, handlers, flood);
  await registerHooks(server, deps);
  return server;
}
