import type { Call } from '../call.ts';
import * as access from './access.ts';
import * as approvals from './approvals.ts';
import * as audit from './audit.ts';
import * as books from './books.ts';
import * as campaigns from './campaigns.ts';
import * as collections from './collections.ts';
import * as complaints from './complaints.ts';
import * as day from './day.ts';
import * as evidence from './evidence.ts';
import * as lending from './lending.ts';
import * as letters from './letters.ts';
import * as links from './links.ts';
import * as loans from './loans.ts';
import * as money from './money.ts';
import * as people from './people.ts';
import * as products from './products.ts';
import * as review from './review.ts';
import * as sanctions from './sanctions.ts';
import * as scorecard from './scorecard.ts';
import * as settings from './settings.ts';
import * as sources from './sources.ts';
import * as staff from './staff.ts';
import * as work from './work.ts';

const modules = {
  ...access,
  ...approvals,
  ...audit,
  ...books,
  ...campaigns,
  ...collections,
  ...complaints,
  ...day,
  ...evidence,
  ...lending,
  ...letters,
  ...links,
  ...loans,
  ...money,
  ...people,
  ...products,
  ...review,
  ...sanctions,
  ...scorecard,
  ...settings,
  ...sources,
  ...staff,
  ...work,
};

/**
 * Every declared staff call by its name. The console's server must handle each. A file named here
 * exports calls and types only, so that the console, which sends by this list, loads no schema:
 * what several files need stands in `fields.ts` and `terms.ts`.
 */
export const STAFF_CALLS: typeof modules = modules satisfies Readonly<Record<string, Call>>;

/** Name of a declared staff call: its export's name. */
export type StaffCallName = keyof typeof STAFF_CALLS;
