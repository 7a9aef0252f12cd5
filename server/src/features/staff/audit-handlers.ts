import { listStaffActs, verifyAuditChain } from '../../platform/staff/audit-chain-store.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';

const PAGE = 100;

/** The chain of acts, for an auditor. */
export const auditStaffHandlers: StaffHandlers<'auditList' | 'verifyAudit'> = {
  auditList: async (_ctx, { query }, db) => {
    const acts = await listStaffActs(db, { ...query, limit: PAGE + 1 });
    return {
      acts: acts.slice(0, PAGE).map(({ hash, previousHash: _, ...act }) => ({ ...act, hash: hash.toString('hex') })),
      hasMore: acts.length > PAGE,
    };
  },
  verifyAudit: async (_ctx, _input, db) => verifyAuditChain(db),
};
