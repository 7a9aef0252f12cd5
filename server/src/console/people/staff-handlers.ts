import { onboardingStatus } from '@noren/core/people/status';
import { mayUse } from '@noren/core/staff/roles';
import { toSearchKeys } from '@noren/core/staff/search-key';
import { notifyPasskeyChange } from '../../people/login/passkey-notification.ts';
import { deletePasskey } from '../../people/login/passkey-store.ts';
import { stopChange } from '../../people/login/phone-change.ts';
import { readOpenChange } from '../../people/login/phone-change-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { endRecentConfirmations } from '../../platform/http/session-store.ts';
import type { LimitBucket } from '../../platform/limits/limit-rules.ts';
import {
  appendStaffAct,
  recordOpening,
  recordStaffAct,
} from '../../platform/staff/audit-chain-store.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import { cutPage } from '../../platform/staff/page.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffCtx, StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { findPeople } from './find-store.ts';
import { openPersonDocument } from './person-documents.ts';
import {
  addNote,
  endSessions,
  type PersonRow,
  readPerson,
  readSealedField,
} from './person-store.ts';
import { personView, revealedValue } from './person-view.ts';
import { readTimeline, type TimelinePosition } from './timeline-store.ts';

const PAGE = 50;

/** @throws StaffError when this member of staff made the call too often */
async function requireRate({ deps, staff, now }: StaffCtx, bucket: LimitBucket): Promise<void> {
  const answer = await deps.limits.take([[bucket, staff.staffId]], now);
  if (!answer.ok)
    throw new StaffError('too_many', {
      reason: 'too_many_attempts',
      retryAfterSeconds: answer.retryAfterSeconds,
    });
}

/** @throws StaffError when there is no such borrower */
async function requirePerson(db: Db | Tx, userId: string): Promise<PersonRow> {
  const row = await readPerson(db, userId);
  if (!row) throw new StaffError('not_found', 'person_unknown');
  return row;
}

const recordPersonOpened = (
  { staff: { staffId }, now: at }: StaffCtx,
  db: Db,
  userId: string,
): Promise<void> => recordOpening(db, { at, staffId, action: 'person_opened', userId });

const toCursor = ({ at, id }: TimelinePosition): string => `${at}~${id}`;

function parsePosition(cursor: string | undefined): TimelinePosition | null {
  if (cursor === undefined) return null;

  const [, at, id] = /^(\d{1,15})~(.+)$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw new StaffError('invalid', 'position_unknown');

  return { at: Number(at), id };
}

/** Calls that find a borrower, show one, reveal a sealed detail, or act on the account. */
export const personStaffHandlers = {
  borrowerDocument: async (ctx, { params }, db) => {
    const { userId, language } = await requirePerson(db, params.userId);
    return openPersonDocument(ctx, db, { userId, language, documentId: params.documentId });
  },

  findBorrowers: async (ctx, { body }, db) => {
    const { deps, staff, now } = ctx;
    const keys = toSearchKeys(body.text);
    if (keys.length === 0) return { kinds: [], rows: [] };

    await requireRate(ctx, 'staff-find-minute');

    const found = (await Promise.all(keys.map((key) => findPeople(db, deps.crypto, key)))).flat();
    const kinds = keys.map(({ kind }) => kind);
    const only = found.length === 1 ? found[0] : undefined;

    await recordStaffAct(db, {
      at: now,
      staffId: staff.staffId,
      action: 'person_searched',
      userId: only?.userId ?? null,
      detail: { kinds, found: found.length },
    });

    return {
      kinds,
      rows: found.map(({ nameEnc, onboardingStatus: status, needsContacts, ...row }) => ({
        ...row,
        maskedName: readMaskedName(deps.crypto, row.userId, nameEnc),
        bizStatus: onboardingStatus(status, needsContacts),
      })),
    };
  },

  borrower: async (ctx, { params: { userId } }, db) => {
    const row = await requirePerson(db, userId);
    await recordPersonOpened(ctx, db, userId);
    return personView(ctx, db, row);
  },

  borrowerTimeline: async (ctx, { params: { userId }, query }, db) => {
    const { source, after } = query;
    const position = parsePosition(after);

    await requirePerson(db, userId);
    // The timeline can be read without the page, so reading it is recorded too.
    await recordPersonOpened(ctx, db, userId);

    const withScreening = mayUse(ctx.staff.roles, 'sanctions.read');
    const of = { source, after: position, limit: PAGE + 1, withScreening };
    const events = await readTimeline(db, userId, of);
    return cutPage(events, PAGE, toCursor);
  },

  revealBorrower: async (ctx, { params, body }, db) => {
    const { userId } = params;
    const { field, reason } = body;

    await requireRate(ctx, 'staff-reveal-hour');

    const found = await readSealedField(db, userId, field);
    if (!found) throw new StaffError('not_found', 'detail_unknown');

    // Recorded first: nothing is revealed without a row in the audit chain.
    await recordStaffAct(db, {
      at: ctx.now,
      staffId: ctx.staff.staffId,
      action: 'field_revealed',
      userId,
      subject: field,
      detail: { reason },
      shows: [field],
    });

    return { value: revealedValue(field, ctx.deps.crypto.decrypt(found.sealed, found.context)) };
  },

  endBorrowerSessions: async (ctx, { params, body }, tx) => {
    const { userId } = params;
    const { sessionId, reason } = body;

    await requirePerson(tx, userId);

    const { ended, hasForgottenDevice } = await endSessions(tx, {
      userId,
      sessionId,
      now: ctx.now,
    });
    if (ended === 0 && !hasForgottenDevice)
      throw new StaffError('not_possible', 'device_signed_out');

    await appendStaffAct(tx, {
      at: ctx.now,
      staffId: ctx.staff.staffId,
      action: 'borrower_signed_out',
      userId,
      subject: sessionId ?? null,
      detail: { ended, reason },
    });

    return { ended };
  },

  stopBorrowerPhoneChange: async (ctx, { params: { userId }, body: { reason } }, tx) => {
    const { deps, now, staff } = ctx;
    await requirePerson(tx, userId);

    const change = await readOpenChange(tx, deps.crypto, { userId, now });
    const by = { userId, because: 'staff', actor: 'staff' } as const;
    if (change?.state !== 'waiting' || !(await stopChange(tx, deps, by)))
      throw new StaffError('not_possible', 'phone_change_ended');

    await appendStaffAct(tx, {
      at: now,
      staffId: staff.staffId,
      action: 'borrower_phone_change_stopped',
      userId,
      subject: change.changeId,
      detail: { reason },
    });

    return {};
  },

  removeBorrowerPasskey: async (ctx, { params, body }, tx) => {
    const { userId } = params;
    const { passkeyId, reason } = body;
    const { deps, staff, now } = ctx;

    await requirePerson(tx, userId);

    const removed = await deletePasskey(tx, { userId, passkeyId });
    if (removed === 0) throw new StaffError('not_possible', 'passkey_removed');

    // Somebody with the lost phone may have confirmed a session by this passkey just now.
    await endRecentConfirmations(tx, { userId, now });
    // If a caller only pretended to be the borrower, this message warns the borrower.
    await notifyPasskeyChange(tx, deps, { userId, kind: 'passkey_removed', passkeyId, now });
    await appendStaffAct(tx, {
      at: now,
      staffId: staff.staffId,
      action: 'borrower_passkey_removed',
      userId,
      subject: passkeyId,
      detail: { reason },
    });

    return {};
  },

  noteBorrower: async (ctx, { params, body }, tx) => {
    const { userId } = params;
    const { staffId } = ctx.staff;

    await requirePerson(tx, userId);

    const noteId = await addNote(tx, ctx.deps.crypto, {
      userId,
      staffId,
      text: body.text,
      now: ctx.now,
    });
    await appendStaffAct(tx, {
      at: ctx.now,
      staffId,
      action: 'note_added',
      userId,
      subject: noteId,
    });

    return {};
  },
} satisfies Partial<StaffHandlers>;
