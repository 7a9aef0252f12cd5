import { readSanctionsCsv } from '@noren/core/people/sanctions-csv';
import { ListFaultError } from '@noren/core/people/sanctions-fault';
import { readListsInForce, recordFault } from '../../people/sanctions/list-store.ts';
import { countUnscreened } from '../../people/sanctions/screening-store.ts';
import { takeList } from '../../people/sanctions/take-list.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import { cutPage } from '../../platform/staff/page.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { type HitPlace, listHits, readFaults, readLists } from './sanctions-store.ts';

const PAGE = 50;

function toPlace(after: string): HitPlace {
  const [foundAt = '', hitId = ''] = after.split('_');
  return { foundAt: Number(foundAt), hitId };
}

/** Sanctions lists, and the borrowers who may be on one. */
export const sanctionsStaffHandlers = {
  sanctionsLists: async (_ctx, _input, db) => {
    const lists = (await readLists(db)).map((row) => ({ ...row, listDay: row.listDay! }));
    const screenedWith = (await readListsInForce(db)).map(({ listId }) => listId).join(',');

    return {
      inForce: lists.flatMap(({ state, doubt, inForceAt, ...row }) =>
        state === 'in_force' && inForceAt !== null ? [{ ...row, inForceAt }] : [],
      ),
      waiting: lists.flatMap(({ state, doubt, inForceAt, checkedAt, ...row }) =>
        state === 'waiting' && doubt !== null ? [{ ...row, doubt }] : [],
      ),
      faults: (await readFaults(db)).map(({ list, fault, faultLine, checkedAt, by }) => ({
        list,
        fault: fault!,
        line: faultLine!,
        at: checkedAt,
        by,
      })),
      unscreened: screenedWith === '' ? 0 : await countUnscreened(db, screenedWith),
    };
  },

  sanctionsHits: async ({ deps }, { query }, db) => {
    const found = await listHits(db, {
      state: query.state ?? null,
      after: query.after === undefined ? null : toPlace(query.after),
      limit: PAGE + 1,
    });
    const { rows, next } = cutPage(found, PAGE, ({ foundAt, hitId }) => `${foundAt}_${hitId}`);

    return {
      rows: rows.map(({ nameEnc, ...row }) => ({
        ...row,
        maskedName: readMaskedName(deps.crypto, row.userId, nameEnc),
      })),
      next,
    };
  },

  uploadSanctionsList: async ({ staff, now }, { body }, tx) => {
    const { staffId } = staff;
    const act = { at: now, staffId };

    try {
      const entries = readSanctionsCsv(body.text);
      const read = { list: 'national', listDay: body.listDay, entries, staffId, now } as const;
      const { outcome, listId } = await takeList(tx, read);
      const detail = { listDay: body.listDay, entries: entries.length, outcome };

      await appendStaffAct(tx, {
        ...act,
        action: 'sanctions_list_uploaded',
        subject: listId,
        detail,
      });

      return { outcome: outcome === 'same' ? 'same' : 'waiting', listId };
    } catch (error) {
      if (!(error instanceof ListFaultError)) throw error;

      const { fault, line } = error;
      await recordFault(tx, { list: 'national', fault, line, staffId, now });
      const detail = { list: 'national', fault, line };
      await appendStaffAct(tx, { ...act, action: 'sanctions_list_failed', detail });

      return { outcome: 'failed', fault, line };
    }
  },
} satisfies Partial<StaffHandlers>;
