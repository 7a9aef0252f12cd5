import { listAuditActions, listStaffActs, verifyAuditChain } from '../../platform/staff/audit-chain-store.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { findBorrowerId } from './store.ts';

const PAGE = 100;

/** The chain of acts, for an auditor. */
export const auditStaffHandlers: StaffHandlers<'auditList' | 'verifyAudit'> = {
  auditList: async (_ctx, { query }, db) => {
    const { borrower, ...rest } = query;
    const userId = borrower === undefined ? undefined : await findBorrowerId(db, borrower);
    const acts = userId === null ? [] : await listStaffActs(db, { ...rest, userId, limit: PAGE + 1 });
    const rows = acts
      .slice(0, PAGE)
      .map(({ hash, previousHash: _, ...act }) => ({ ...act, hash: hash.toString('hex') }));
    const next = acts.length > PAGE ? String(rows.at(-1)?.seq) : null;
    return { rows, next, actions: await listAuditActions(db) };
  },
  verifyAudit: async (_ctx, _input, db) => verifyAuditChain(db),
};
