import { addDays, businessDay, daysBetween, instantOfDayStart } from '@noren/core/money/time';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { listCampaigns, listFieldVisits, listHeardFrom, readTotals } from './sources-store.ts';

const MAX_DAYS = 366;
const MAX_CAMPAIGNS = 100;

/** Counts of sign-ups by source; nobody is named. */
export const sourceStaffHandlers = {
  signUpSources: async (_ctx, { query }, db) => {
    const [from, to] = [businessDay(query.from), businessDay(query.to)];
    if (from > to) throw new StaffError('invalid', 'period_reversed');
    if (daysBetween(from, to) >= MAX_DAYS)
      throw new StaffError('invalid', { reason: 'period_too_long', days: MAX_DAYS });

    const period = { from: instantOfDayStart(from), before: instantOfDayStart(addDays(to, 1)) };

    return inSnapshot(db, async (tx) => ({
      ...query,
      everybody: await readTotals(tx, period),
      campaigns: await listCampaigns(tx, period, MAX_CAMPAIGNS),
      heardFrom: await listHeardFrom(tx, period),
      fields: await listFieldVisits(tx, period),
    }));
  },
} satisfies Partial<StaffHandlers>;
