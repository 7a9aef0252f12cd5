import type { WorkItem } from '@noren/contract/staff/work';
import { APPROVAL_KINDS } from '@noren/core/staff/approval-kinds';
import { mayUse } from '@noren/core/staff/roles';
import {
  maySeeWork,
  mayTakeWork,
  rolesThatSee,
  WORK_KINDS,
  WORK_RULES,
  WORK_TABS,
  type WorkKind,
  type WorkTab,
} from '@noren/core/staff/work-kinds';
import type { Db, Tx } from '../../platform/db/db.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import { cutPage } from '../../platform/staff/page.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffCtx, StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { isStorable } from '../../platform/storable-text.ts';
import { type ClaimKey, claim, findClaim, release } from './claims-store.ts';
import { countToAnswer } from './comments-store.ts';
import type { WorkReader } from './work-source.ts';
import {
  countWork,
  findWork,
  listWork,
  readBorrowerFacts,
  readHistory,
  type WorkOrder,
  type WorkPlace,
  type WorkRow,
} from './work-store.ts';

const PAGE_SIZE = 50;
/** How many items are tried for a person before the answer is that nothing is left. */
const MAX_TRIES = 25;

function buildReader({ staff, now }: StaffCtx): WorkReader {
  const approvals = APPROVAL_KINDS.filter((kind) => mayUse(staff.roles, `approve.${kind}`));
  // Null: somebody who may decide no approval is only told how many there are.
  return { now, staffId: staff.staffId, approvals: approvals.length === 0 ? null : approvals };
}

const listKinds = (tab: WorkTab | undefined): readonly WorkKind[] =>
  tab === undefined ? WORK_KINDS : WORK_TABS[tab];

/** The kinds of a tab that the person may see. @throws StaffError when there are none */
function requireKinds({ staff }: StaffCtx, tab: WorkTab | undefined): readonly WorkKind[] {
  const kinds = listKinds(tab);
  const visibleKinds = kinds.filter((kind) => maySeeWork(staff.roles, kind));
  const [permission] = kinds.flatMap((kind) => WORK_RULES[kind].reads);
  if (visibleKinds.length === 0 && tab !== undefined)
    throw new StaffError('forbidden', 'queue_not_permitted', {
      data: { permission },
    });

  return visibleKinds;
}

function requireKind({ staff }: StaffCtx, kind: WorkKind, act: 'see' | 'take'): void {
  const may = act === 'see' ? maySeeWork : mayTakeWork;
  if (may(staff.roles, kind)) return;

  const [permission] = act === 'see' ? WORK_RULES[kind].reads : WORK_RULES[kind].acts;
  throw new StaffError(
    'forbidden',
    { reason: 'work_not_permitted', act },
    {
      data: { permission },
    },
  );
}

function toItem({ staff, deps }: StaffCtx, row: WorkRow): WorkItem {
  const { nameEnc, claimedBy, claimedName, claimedUntil, ...shown } = row;
  const isClaimed = claimedBy !== null && claimedName !== null && claimedUntil !== null;

  return {
    ...shown,
    maskedName: row.userId === null ? null : readMaskedName(deps.crypto, row.userId, nameEnc),
    mayTake: mayTakeWork(staff.roles, row.kind),
    claim: isClaimed
      ? {
          staffId: claimedBy,
          name: claimedName,
          until: claimedUntil,
          isMine: claimedBy === staff.staffId,
        }
      : null,
  };
}

const CURSOR = /^(\d{1,14})\.(\d{1,14})\.(\w{1,20})\.(.{1,160})$/;

function decodeCursor(after: string | undefined): WorkPlace | null {
  if (after === undefined) return null;

  const [, at, since, kind, subject] =
    CURSOR.exec(Buffer.from(after, 'base64url').toString('utf8')) ?? [];
  if (kind === undefined || subject === undefined || !isStorable(subject))
    throw new StaffError('invalid', 'position_unknown');

  return [Number(at), Number(since), kind, subject];
}

function encodeCursor(row: WorkRow, order: WorkOrder): string {
  const place = [order === 'due' ? row.due : row.since, row.since, row.kind, row.subject];
  return Buffer.from(place.join('.')).toString('base64url');
}

async function requireWork(ctx: StaffCtx, db: Db | Tx, key: ClaimKey): Promise<WorkRow> {
  const row = await findWork(db, buildReader(ctx), key);
  if (!row) throw new StaffError('not_found', 'work_decided');

  return row;
}

async function record(
  ctx: StaffCtx,
  tx: Tx,
  action: string,
  row: Pick<WorkRow, 'kind' | 'subject' | 'userId'>,
) {
  const { kind, subject, userId } = row;
  await appendStaffAct(tx, {
    at: ctx.now,
    staffId: ctx.staff.staffId,
    action,
    userId,
    subject,
    detail: { kind },
  });
}

/** The queue of all work that waits for staff. */
export const workStaffHandlers = {
  workList: async (ctx, { query }, db) => {
    const { tab, who = 'everyone', order = 'due' } = query;
    const kinds = requireKinds(ctx, tab);
    const after = decodeCursor(query.after);
    const found = await listWork(db, buildReader(ctx), {
      kinds,
      who,
      order,
      after,
      limit: PAGE_SIZE + 1,
    });
    const { rows, next } = cutPage(found, PAGE_SIZE, (last) => encodeCursor(last, order));

    return { rows: rows.map((row) => toItem(ctx, row)), next };
  },

  workCounts: async (ctx, _input, db) => {
    const counts = new Map(
      (await countWork(db, buildReader(ctx))).map((count) => [count.kind, count]),
    );

    return {
      kinds: WORK_KINDS.map((kind) => ({
        count: 0,
        late: 0,
        soon: 0,
        unclaimed: 0,
        mine: 0,
        ...counts.get(kind),
        kind,
        isOpen: maySeeWork(ctx.staff.roles, kind),
        roles: [...rolesThatSee(kind)],
      })),
      toAnswer: await countToAnswer(db, ctx.staff.staffId, ctx.now),
    };
  },

  workItem: async (ctx, { params }, db) => {
    requireKind(ctx, params.kind, 'see');

    const row = await requireWork(ctx, db, params);
    return {
      item: toItem(ctx, row),
      borrower: row.userId === null ? null : await readBorrowerFacts(db, row.userId),
      history: await readHistory(db, row.subject),
    };
  },

  claimWork: async (ctx, { body }, tx) => {
    requireKind(ctx, body.kind, 'take');

    const row = await requireWork(ctx, tx, body);
    const until = await claim(tx, body, ctx.staff.staffId, ctx.now);

    if (until === null) {
      const otherClaim = await findClaim(tx, {
        kind: body.kind,
        subjects: [body.subject],
        now: ctx.now,
      });

      throw new StaffError(
        'taken',
        { reason: 'work_taken', name: otherClaim?.name ?? null },
        {
          data: otherClaim,
        },
      );
    }

    await record(ctx, tx, row.claimedBy === ctx.staff.staffId ? 'work_kept' : 'work_claimed', row);

    return { until };
  },

  releaseWork: async (ctx, { body }, tx) => {
    if (await release(tx, body, ctx.staff.staffId))
      await record(ctx, tx, 'work_released', { ...body, userId: null });
    return {};
  },

  takeNextWork: async (ctx, { body }, tx) => {
    const kinds = requireKinds(ctx, body.tab).filter((kind) => mayTakeWork(ctx.staff.roles, kind));
    const filter = { kinds, who: 'nobody', order: 'due', after: null, limit: MAX_TRIES } as const;
    const { staffId: claimedBy, name: claimedName } = ctx.staff;
    const taken: WorkItem[] = [];

    for (const row of await listWork(tx, buildReader(ctx), filter)) {
      if (taken.length === body.count) break;

      const until = await claim(tx, row, claimedBy, ctx.now);
      if (until === null) continue;

      await record(ctx, tx, 'work_claimed', row);
      taken.push(toItem(ctx, { ...row, claimedBy, claimedName, claimedUntil: until }));
    }

    return { item: taken[0] ?? null, taken: taken.length };
  },
} satisfies Partial<StaffHandlers>;
