import { CHAIN_BREAKS, type ChainBreak } from '@noren/core/staff/chain-breaks';
import { PROTECTED_FIELDS } from '@noren/core/staff/protected-fields';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { instant, nothing, repayId, uuid } from '../fields.ts';
import { amountFilters, dayFilters, numberCursor } from './cursor.ts';

const act = z.object({
  seq: z.int(),
  at: instant,
  staffId: z.nullable(uuid),
  staffName: z.nullable(z.string()),
  action: z.string(),
  userId: z.nullable(uuid),
  subject: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
  /** The row's hash in hexadecimal. */
  hash: z.string(),
});

export type AuditAct = z.infer<typeof act>;

/** Acts of staff and reads of personal data, newest first. */
export const auditList = call({
  method: 'GET',
  path: '/staff/audit',
  who: { permission: 'audit.read' },
  query: z.object({
    after: z.optional(numberCursor),
    ...dayFilters,
    /** Only acts about money of this amount. */
    ...amountFilters,
    staffId: z.optional(uuid),
    /** The borrower's id, or the number of one of their orders. */
    borrower: z.optional(z.union([uuid, repayId])),
    action: z.optional(z.string().check(z.maxLength(60))),
    /** Only acts that showed this field. */
    field: z.optional(z.enum(PROTECTED_FIELDS)),
  }),
  response: z.object({
    rows: z.array(act),
    next: z.nullable(z.string()),
    /** The actions that are in the chain, for the filter. */
    actions: z.array(z.string()),
  }),
});

const chainBreak = z.enum(Object.keys(CHAIN_BREAKS) as [ChainBreak, ...ChainBreak[]]);

/** Verifies the whole chain. `broken` names the first row that fails, and why. */
export const verifyAudit = call({
  method: 'POST',
  path: '/staff/audit/verify',
  who: { permission: 'audit.read' },
  body: z.object({}),
  response: z.object({
    rows: z.int(),
    broken: z.nullable(z.object({ seq: z.int(), why: chainBreak })),
  }),
});

const identifier = z.string().check(z.regex(/^[a-zA-Z]{1,40}$/, 'format'));

/**
 * Records that the reader exports a list, before its pages are read. The values of the filters are
 * not recorded.
 */
export const recordListExport = call({
  method: 'POST',
  path: '/staff/audit/list-export',
  who: 'staff',
  needsPasskey: true,
  body: z.object({
    /** The call that reads the list. */
    list: identifier,
    /** The names of the filters in use. */
    filters: z.array(identifier).check(z.maxLength(20)),
  }),
  response: nothing,
});
