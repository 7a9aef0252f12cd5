import { type Call, findPermission } from '@noren/contract/call';
import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { mayUse } from '@noren/core/staff/roles';
import {
  listAuditActions,
  listStaffActs,
  recordStaffAct,
  verifyAuditChain,
} from '../../platform/staff/audit-chain-store.ts';
import { cutPage } from '../../platform/staff/page.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { findBorrowerId } from '../access/store.ts';

const PAGE = 100;

/** The chain of acts, for an auditor. */
export const auditStaffHandlers = {
  auditList: async (_ctx, { query }, db) => {
    const { borrower, ...rest } = query;
    const userId = borrower === undefined ? undefined : await findBorrowerId(db, borrower);
    const acts =
      userId === null ? [] : await listStaffActs(db, { ...rest, userId, limit: PAGE + 1 });
    const { rows, next } = cutPage(acts, PAGE, ({ seq }) => seq);

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
    const isCall = Object.hasOwn(STAFF_CALLS, body.list);
    const declared: Call | undefined = isCall ? STAFF_CALLS[body.list as StaffCallName] : undefined;
    if (!declared || declared.changes || declared.needsPasskey)
      throw new StaffError('invalid', 'list_unknown', {
        fields: [{ path: 'list', problem: 'unknown' }],
      });

    const permission = findPermission(declared);
    if (permission !== null && !mayUse(staff.roles, permission))
      throw new StaffError(
        'forbidden',
        { reason: 'permission_missing', permission },
        {
          data: { permission },
        },
      );

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
