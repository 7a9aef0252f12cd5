import type { Language } from '@noren/contract/fields';
import { businessDay } from '@noren/core/money/time';
import type { Address } from '@noren/core/people/address';
import { readRenewal } from '../../lending/credit/renewal-store.ts';
import { readAddress } from '../../people/certification/address-store.ts';
import type { Db } from '../../platform/db/db.ts';
import { FileAnswer } from '../../platform/http/call-handler.ts';
import { appendStaffAct, recordStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import { cutPage } from '../../platform/staff/page.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffCtx, StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { drawLetter } from './draw-letter.ts';
import { findLetter, type LetterKey, listLetters, markLetter } from './letters-store.ts';

const PAGE = 50;

function parsePlace(after: string | undefined): { day: string; userId: string } | null {
  const [day, userId] = after?.split('~') ?? [];
  return day !== undefined && userId !== undefined ? { day, userId } : null;
}

/** Letters about an update of details, which staff print and post. */
export const letterStaffHandlers = {
  lettersToPost: async ({ deps }, { query }, db) => {
    const found = await listLetters(db, { after: parsePlace(query.after), limit: PAGE + 1 });
    const { rows, next } = cutPage(found, PAGE, ({ givenDay, userId }) => `${givenDay}~${userId}`);

    return {
      rows: rows.map(({ nameEnc, language: _, ...row }) => ({
        ...row,
        maskedName: readMaskedName(deps.crypto, row.userId, nameEnc),
      })),
      next,
    };
  },

  renewalLetter: async (ctx, { params }, db) =>
    printLetter(ctx, db, { ...params, dueDay: businessDay(params.dueDay) }),

  handleLetter: async ({ staff, now, today }, { body }, tx) => {
    const { outcome, ...named } = body;
    const key = { ...named, dueDay: businessDay(named.dueDay) };
    const letter = await findLetter(tx, key);
    if (!letter) throw new StaffError('not_possible', 'letter_handled');

    const postedDay = outcome.kind === 'posted' ? outcome.postedDay : null;
    const because = outcome.kind === 'unposted' ? outcome.because : null;
    if (postedDay !== null && (postedDay < letter.givenDay || postedDay > today))
      throw new StaffError('not_possible', 'letter_day_wrong');

    const { staffId } = staff;
    if (!(await markLetter(tx, key, { postedDay, because, staffId, now })))
      throw new StaffError('not_possible', 'letter_handled');

    await appendStaffAct(tx, {
      at: now,
      staffId,
      action: postedDay === null ? 'letter_not_posted' : 'letter_posted',
      userId: key.userId,
      subject: `${key.dueDay}:${key.reminder}`,
      detail: postedDay === null ? { because } : { postedDay },
    });

    return {};
  },
} satisfies Partial<StaffHandlers>;

/** @throws StaffError when it is handled already, or nobody knows where to send it */
async function printLetter(
  { deps, staff, now, today }: StaffCtx,
  db: Db,
  key: LetterKey,
): Promise<FileAnswer> {
  const { userId, reminder } = key;
  const letter = await findLetter(db, key);
  const renewal = letter && (await readRenewal(db, userId, today));
  if (!letter || !renewal) throw new StaffError('not_possible', 'letter_handled');

  const home = await readAddress(db, deps.crypto, userId);
  if (!home?.isConfirmed) throw new StaffError('not_possible', 'letter_without_address');

  const bytes = await drawLetter({
    language: letter.language as Language,
    lender: deps.appConfig.lender,
    reminder,
    name: deps.crypto.decrypt(letter.nameEnc, `identities.name_enc:${userId}`),
    address: home.address as Address,
    dueDay: letter.dueDay,
    heldFrom: renewal.heldFrom,
    today,
    now,
  });
  await recordStaffAct(db, {
    at: now,
    staffId: staff.staffId,
    action: 'letter_printed',
    userId,
    subject: `${letter.dueDay}:${reminder}`,
    shows: ['name', 'address'],
  });

  return new FileAnswer(bytes, 'application/pdf', `letter-${letter.dueDay}-${reminder}.pdf`);
}
