import * as approvals from './approvals.ts';
import * as audit from './audit.ts';
import * as books from './books.ts';
import * as borrowers from './borrowers.ts';
import * as campaigns from './campaigns.ts';
import * as collections from './collections.ts';
import * as complaints from './complaints.ts';
import * as day from './day.ts';
import * as evidence from './evidence.ts';
import * as lending from './lending.ts';
import * as links from './links.ts';
import * as loans from './loans.ts';
import * as money from './money.ts';
import * as people from './people.ts';
import * as products from './products.ts';
import * as review from './review.ts';
import * as scorecard from './scorecard.ts';
import * as session from './session.ts';
import * as settings from './settings.ts';
import type { StaffCall } from './staff-call.ts';
import * as work from './work.ts';

const modules = {
  ...session,
  ...approvals,
  ...audit,
  ...evidence,
  ...borrowers,
  ...lending,
  ...links,
  ...people,
  ...loans,
  ...money,
  ...work,
  ...complaints,
  ...collections,
  ...products,
  ...scorecard,
  ...campaigns,
  ...settings,
  ...review,
  ...books,
  ...day,
};
type Modules = typeof modules;

/** Name of a declared staff call: its export's name. */
export type StaffCallName = { [K in keyof Modules]: Modules[K] extends StaffCall ? K : never }[keyof Modules];

function isStaffCall(value: unknown): value is StaffCall {
  return typeof value === 'object' && value !== null && 'permission' in value && 'path' in value;
}

/** Every declared staff call by its name. The console's server must handle each. */
export const STAFF_CALLS = Object.fromEntries(
  Object.entries(modules).filter(([, value]) => isStaffCall(value)),
) as unknown as Pick<Modules, StaffCallName>;
