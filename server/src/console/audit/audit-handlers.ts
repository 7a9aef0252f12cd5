import { type Call, findPermission } from '@noren/contract/call';
import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import {
  listAuditActions,
  listStaffActs,
  recordStaffAct,
  verifyAuditChain,
} from '../../platform/staff/audit-chain-store.ts';
import { cutPage } from '../../platform/staff/page.ts';
import { requirePermission } from '../../platform/staff/require-permission.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { findBorrowerId } from '../access/store.ts';

const PAGE_SIZE = 100;

/** Lists and verifies the audit chain of staff acts, and records exports of lists. */
export const auditStaffHandlers = {
  auditList: async (_ctx, { query }, db) => {
    const { borrower, ...filters } = query;
    const userId = borrower === undefined ? undefined : await findBorrowerId(db, borrower);
    const acts =
      userId === null ? [] : await listStaffActs(db, { ...filters, userId, limit: PAGE_SIZE + 1 });
    const { rows, next } = cutPage(acts, PAGE_SIZE, ({ seq }) => seq);

    return {
      rows: rows.map(({ hash, previousHash: _, ...act }) => ({
        ...act,
        hash: hash.toString('hex'),
      })),
      next,
      actions: await listAuditActions(db),
    };
  },
  verifyAudit: async (_ctx, _input, db) => verifyAuditChain(db),

  recordListExport: async ({ staff, now }, { body }, db) => {
    const isKnown = Object.hasOwn(STAFF_CALLS, body.list);
    const call: Call | undefined = isKnown ? STAFF_CALLS[body.list as StaffCallName] : undefined;
    if (!call || call.changes || call.needsPasskey)
      throw new StaffError('invalid', 'list_unknown', {
        fields: [{ path: 'list', problem: 'unknown' }],
      });

    const permission = findPermission(call);
    if (permission !== null) requirePermission(staff, permission);

    await recordStaffAct(db, {
      at: now,
      staffId: staff.staffId,
      action: 'list_exported',
      userId: null,
      subject: body.list,
      detail: { filters: body.filters },
    });

    return {};
  },
} satisfies Partial<StaffHandlers>;
