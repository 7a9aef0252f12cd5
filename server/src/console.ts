import type { FastifyInstance } from 'fastify';
import { auditStaffHandlers } from './features/staff/audit-handlers.ts';
import { companySignInHandlers } from './features/staff/company-sign-in.ts';
import { staffPeopleHandlers } from './features/staff/people-handlers.ts';
import { staffSessionHandlers } from './features/staff/session-handlers.ts';
import { complaintStaffHandlers } from './features/support/staff-handlers.ts';
import { approvalStaffHandlers } from './operations/approvals/staff-handlers.ts';
import { bookStaffHandlers } from './operations/books/staff-handlers.ts';
import { collectionStaffHandlers } from './operations/collections/staff-handlers.ts';
import { dayStaffHandlers } from './operations/day/staff-handlers.ts';
import { lendingStaffHandlers } from './operations/lending-stop/staff-handlers.ts';
import { linkStaffHandlers } from './operations/links/staff-handlers.ts';
import { loanStaffHandlers } from './operations/money/loan-handlers.ts';
import { proofStaffHandlers } from './operations/money/proof-handlers.ts';
import { moneyStaffHandlers } from './operations/money/staff-handlers.ts';
import { personStaffHandlers } from './operations/people/staff-handlers.ts';
import { productStaffHandlers } from './operations/products/staff-handlers.ts';
import { reviewStaffHandlers } from './operations/reviews/staff-handlers.ts';
import { sourceStaffHandlers } from './operations/sources/staff-handlers.ts';
import { workStaffHandlers } from './operations/work/staff-handlers.ts';
import type { Deps } from './platform/deps.ts';
import type { StaffHandlers } from './platform/staff/staff-handler.ts';
import { buildStaffServer } from './platform/staff/staff-server.ts';

/** A handler for every declared staff call: one left out does not compile. */
const handlers: StaffHandlers = {
  ...staffSessionHandlers,
  ...companySignInHandlers,
  ...staffPeopleHandlers,
  ...auditStaffHandlers,
  ...approvalStaffHandlers,
  ...personStaffHandlers,
  ...loanStaffHandlers,
  ...moneyStaffHandlers,
  ...workStaffHandlers,
  ...complaintStaffHandlers,
  ...collectionStaffHandlers,
  ...proofStaffHandlers,
  ...productStaffHandlers,
  ...reviewStaffHandlers,
  ...bookStaffHandlers,
  ...dayStaffHandlers,
  ...lendingStaffHandlers,
  ...linkStaffHandlers,
  ...sourceStaffHandlers,
};

/** The console's server, listening to nothing yet. */
export async function buildConsole(deps: Deps): Promise<FastifyInstance> {
  return buildStaffServer(deps, handlers);
}
