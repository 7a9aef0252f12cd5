import * as z from 'zod/mini';
import { nothing, uuid } from '../fields.ts';
import { staffCall } from './staff-call.ts';

/** The picture that came with a proof of repayment, as a JPEG; each view is recorded. */
export const proofPicture = staffCall({
  method: 'GET',
  path: '/staff/evidence/proofs/{proofId}/picture',
  permission: 'money.read',
  params: z.object({ proofId: uuid }),
  response: nothing,
});
