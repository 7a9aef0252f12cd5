import type { FastifyInstance } from 'fastify';
import { contactHoursHandlers } from './borrower/account/contact-hours-handlers.ts';
import { dataHandlers } from './borrower/account/data-handlers.ts';
import { emailHandlers } from './borrower/account/email-handlers.ts';
import { erasureHandlers } from './borrower/account/erasure-handlers.ts';
import { exportHandlers } from './borrower/account/export-handlers.ts';
import { accountHandlers } from './borrower/account/handlers.ts';
import { renewalHandlers } from './borrower/account/renewal-handlers.ts';
import { bankHandlers } from './borrower/bank/handlers.ts';
import { digiLockerHandlers } from './borrower/certification/digilocker-handlers.ts';
import { registerDigiLockerReturn } from './borrower/certification/digilocker-return.ts';
import { documentHandlers } from './borrower/certification/document-handlers.ts';
import { fileHandlers } from './borrower/certification/file-handlers.ts';
import { certificationHandlers } from './borrower/certification/handlers.ts';
import { livenessHandlers } from './borrower/certification/liveness-handlers.ts';
import { couponsHandlers } from './borrower/coupons/handlers.ts';
import { deviceHandlers } from './borrower/device/handlers.ts';
import { borrowerDocumentHandlers } from './borrower/documents/handlers.ts';
import { firstViewHandlers } from './borrower/first-view/handlers.ts';
import { loansHandlers } from './borrower/loans/handlers.ts';
import { confirmHandlers } from './borrower/login/confirm-handlers.ts';
import { loginHandlers } from './borrower/login/handlers.ts';
import { lostPhoneHandlers } from './borrower/login/lost-phone-handlers.ts';
import { passkeyHandlers } from './borrower/login/passkey-handlers.ts';
import { phoneChangeHandlers } from './borrower/login/phone-change-handlers.ts';
import { phoneProofHandlers } from './borrower/login/phone-proof-handlers.ts';
import { pushHandlers } from './borrower/notifications/handlers.ts';
import { ordersHandlers } from './borrower/orders/handlers.ts';
import { guidanceHandlers } from './borrower/preorder/guidance.ts';
import { offerHandlers } from './borrower/preorder/review-offer.ts';
import { publicHandlers } from './borrower/public/handlers.ts';
import { autopayHandlers } from './borrower/repayment/autopay/handlers.ts';
import { repaymentHandlers } from './borrower/repayment/checkout/handlers.ts';
import { extensionHandlers } from './borrower/repayment/extensions/extension-handlers.ts';
import { detailHandlers } from './borrower/repayment/loan-view/detail-handlers.ts';
import { paymentLinkHandlers } from './borrower/repayment/payment-link/handlers.ts';
import { proofHandlers } from './borrower/repayment/proofs/proof-handlers.ts';
import { supportHandlers } from './borrower/support/handlers.ts';
import { trackingHandlers } from './borrower/tracking/handlers.ts';
import type { Deps } from './platform/deps.ts';
import type { Handlers } from './platform/http/handler.ts';
import { computeLoadLimits } from './platform/http/load-shedding.ts';
import { buildServer } from './platform/http/serve.ts';
import { registerWebhooks } from './processes/webhooks/routes.ts';

/** A handler for every declared call: one left out does not compile. */
const handlers: Handlers = {
  ...publicHandlers,
  ...loginHandlers,
  ...confirmHandlers,
  ...passkeyHandlers,
  ...lostPhoneHandlers,
  ...phoneChangeHandlers,
  ...phoneProofHandlers,
  ...accountHandlers,
  ...contactHoursHandlers,
  ...dataHandlers,
  ...emailHandlers,
  ...exportHandlers,
  ...erasureHandlers,
  ...renewalHandlers,
  ...certificationHandlers,
  ...documentHandlers,
  ...fileHandlers,
  ...digiLockerHandlers,
  ...livenessHandlers,
  ...bankHandlers,
  ...loansHandlers,
  ...guidanceHandlers,
  ...offerHandlers,
  ...couponsHandlers,
  ...borrowerDocumentHandlers,
  ...ordersHandlers,
  ...autopayHandlers,
  ...repaymentHandlers,
  ...paymentLinkHandlers,
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
  registerDigiLockerReturn(server, deps);
  return server;
}
