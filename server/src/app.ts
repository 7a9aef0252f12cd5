import type { FastifyInstance } from 'fastify';
import { dataHandlers } from './features/account/data-handlers.ts';
import { erasureHandlers } from './features/account/erasure-handlers.ts';
import { exportHandlers } from './features/account/export-handlers.ts';
import { accountHandlers } from './features/account/handlers.ts';
import { bankHandlers } from './features/bank/handlers.ts';
import { documentHandlers } from './features/certification/document-handlers.ts';
import { certificationHandlers } from './features/certification/handlers.ts';
import { livenessHandlers } from './features/certification/liveness-handlers.ts';
import { couponsHandlers } from './features/coupons/handlers.ts';
import { deviceHandlers } from './features/device/handlers.ts';
import { borrowerDocumentHandlers } from './features/documents/handlers.ts';
import { firstViewHandlers } from './features/first-view/handlers.ts';
import { loansHandlers } from './features/loans/handlers.ts';
import { confirmHandlers } from './features/login/confirm-handlers.ts';
import { loginHandlers } from './features/login/handlers.ts';
import { passkeyHandlers } from './features/login/passkey-handlers.ts';
import { pushHandlers } from './features/notifications/handlers.ts';
import { ordersHandlers } from './features/orders/handlers.ts';
import { guidanceHandlers } from './features/preorder/guidance.ts';
import { offerHandlers } from './features/preorder/review-offer.ts';
import { publicHandlers } from './features/public/handlers.ts';
import { repaymentHandlers } from './features/repayment/checkout/handlers.ts';
import { extensionHandlers } from './features/repayment/extensions/extension-handlers.ts';
import { detailHandlers } from './features/repayment/loan-view/detail-handlers.ts';
import { proofHandlers } from './features/repayment/proofs/proof-handlers.ts';
import { supportHandlers } from './features/support/handlers.ts';
import { trackingHandlers } from './features/tracking/handlers.ts';
import { registerWebhooks } from './operations/webhooks/routes.ts';
import type { Deps } from './platform/deps.ts';
import type { Handlers } from './platform/http/handler.ts';
import { computeLoadLimits } from './platform/http/load-shedding.ts';
import { buildServer } from './platform/http/serve.ts';

/** A handler for every declared call: one left out does not compile. */
const handlers: Handlers = {
  ...publicHandlers,
  ...loginHandlers,
  ...confirmHandlers,
  ...passkeyHandlers,
  ...accountHandlers,
  ...dataHandlers,
  ...exportHandlers,
  ...erasureHandlers,
  ...certificationHandlers,
  ...documentHandlers,
  ...livenessHandlers,
  ...bankHandlers,
  ...loansHandlers,
  ...guidanceHandlers,
  ...offerHandlers,
  ...couponsHandlers,
  ...borrowerDocumentHandlers,
  ...ordersHandlers,
  ...repaymentHandlers,
  ...proofHandlers,
  ...detailHandlers,
  ...extensionHandlers,
  ...supportHandlers,
  ...pushHandlers,
  ...deviceHandlers,
  ...trackingHandlers,
  ...firstViewHandlers,
};

/** The API, listening to nothing yet. */
export async function buildApp(
  deps: Deps,
  loadLimits = computeLoadLimits(deps.config),
): Promise<FastifyInstance> {
  const server = await buildServer(deps, handlers, loadLimits);
  await registerWebhooks(server, deps);
  return server;
}
