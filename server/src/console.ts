import type { FastifyInstance } from 'fastify';
import { companySignInHandlers } from './console/access/company-sign-in.ts';
import { staffSessionHandlers } from './console/access/session-handlers.ts';
import { approvalStaffHandlers } from './console/approvals/staff-handlers.ts';
import { auditStaffHandlers } from './console/audit/audit-handlers.ts';
import { bookStaffHandlers } from './console/books/staff-handlers.ts';
import { collectionStaffHandlers } from './console/collections/staff-handlers.ts';
import { complaintStaffHandlers } from './console/complaints/staff-handlers.ts';
import { dayStaffHandlers } from './console/day/staff-handlers.ts';
import { lendingStaffHandlers } from './console/lending/staff-handlers.ts';
import { letterStaffHandlers } from './console/letters/staff-handlers.ts';
import { linkStaffHandlers } from './console/links/staff-handlers.ts';
import { loanStaffHandlers } from './console/loans/loan-handlers.ts';
import { proofStaffHandlers } from './console/money/proof-handlers.ts';
import { moneyStaffHandlers } from './console/money/staff-handlers.ts';
import { personStaffHandlers } from './console/people/staff-handlers.ts';
import { productStaffHandlers } from './console/products/staff-handlers.ts';
import { reviewStaffHandlers } from './console/review/staff-handlers.ts';
import { sanctionsStaffHandlers } from './console/sanctions/staff-handlers.ts';
import { sourceStaffHandlers } from './console/sources/staff-handlers.ts';
import { staffPeopleHandlers } from './console/staff/people-handlers.ts';
import { workStaffHandlers } from './console/work/staff-handlers.ts';
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
  ...letterStaffHandlers,
  ...sourceStaffHandlers,
  ...sanctionsStaffHandlers,
};

/** The console's server, listening to nothing yet. */
export async function buildConsole(deps: Deps): Promise<FastifyInstance> {
  return buildStaffServer(deps, handlers);
}
