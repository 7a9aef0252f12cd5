import { formatDay, formatTime, toBusinessDay } from '@noren/core/money/time';
import { readProofPicture } from '../../lending/payments/proofs/proof-picture.ts';
import { FileAnswer } from '../../platform/http/call-handler.ts';
import { recordStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { drawWatermark } from '../review/watermark.ts';

/** Evidence of a proof of repayment: its picture, with the reader's name over it. */
export const proofStaffHandlers = {
  proofPicture: async ({ deps, staff, now }, { params }, db) => {
    const found = await readProofPicture(deps, params.proofId);
    if (!found) throw new StaffError('not_found', 'proof_has_no_picture');

    const { staffId, name } = staff;
    const { jpeg, userId } = found;
    const drawn = await drawWatermark(
      jpeg,
      `${name} ${formatDay(toBusinessDay(now))} ${formatTime(now)}`,
    );

    await recordStaffAct(db, {
      at: now,
      staffId,
      action: 'proof_picture_seen',
      userId,
      subject: params.proofId,
    });

    return new FileAnswer(drawn, 'image/jpeg');
  },
} satisfies Partial<StaffHandlers>;
