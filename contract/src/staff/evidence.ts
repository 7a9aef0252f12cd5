import * as z from 'zod/mini';
import { call } from '../call.ts';
import { nothing, uuid } from '../fields.ts';

/** The picture that came with a proof of repayment, as a JPEG; each view is recorded. */
export const proofPicture = call({
  method: 'GET',
  path: '/staff/evidence/proofs/{proofId}/picture',
  who: { permission: 'money.read' },
  params: z.object({ proofId: uuid }),
  response: nothing,
  answerTypes: ['image/jpeg'],
});
