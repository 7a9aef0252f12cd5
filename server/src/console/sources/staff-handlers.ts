import { addDays, businessDay, daysBetween, instantOfDayStart } from '@noren/core/money/time';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { listCampaigns, listFieldVisits, listHeardFrom, readEverybody } from './sources-store.ts';

const MOST_DAYS = 366;
const MOST_CAMPAIGNS = 100;

/** Where people came from: sums alone, of nobody by name. */
export const sourceStaffHandlers = {
  signUpSources: async (_ctx, { query }, db) => {
    const [from, to] = [businessDay(query.from), businessDay(query.to)];
    if (from > to) throw new StaffError('invalid', 'period_reversed');
    if (daysBetween(from, to) >= MOST_DAYS)
      throw new StaffError('invalid', { reason: 'period_too_long', days: MOST_DAYS });

    const period = { from: instantOfDayStart(from), before: instantOfDayStart(addDays(to, 1)) };

    return inSnapshot(db, async (tx) => ({
      ...query,
      everybody: await readEverybody(tx, period),
      campaigns: await listCampaigns(tx, period, MOST_CAMPAIGNS),
      heardFrom: await listHeardFrom(tx, period),
      fields: await listFieldVisits(tx, period),
    }));
  },
} satisfies Partial<StaffHandlers>;
