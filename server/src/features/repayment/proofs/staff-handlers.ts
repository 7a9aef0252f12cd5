import { recordStaffAct } from '../../../platform/staff/audit-chain-store.ts';
import { StaffError } from '../../../platform/staff/staff-error.ts';
import { FileAnswer, type StaffHandlers } from '../../../platform/staff/staff-handler.ts';
import { readProofPicture } from './proof-picture.ts';

/** Evidence of a proof of repayment. */
export const proofStaffHandlers: StaffHandlers<'proofPicture'> = {
  proofPicture: async ({ deps, staff, now }, { params }, db) => {
    const found = await readProofPicture(deps, params.proofId);
    if (!found) throw new StaffError('not_found', 'No picture is kept of this proof.');
    const { staffId } = staff;
    const { jpeg, userId } = found;
    await recordStaffAct(db, { at: now, staffId, action: 'proof_picture_seen', userId, subject: params.proofId });
    return new FileAnswer(jpeg, 'image/jpeg');
  },
};
