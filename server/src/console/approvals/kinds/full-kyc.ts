import { aboutUser, type Kind, requireUser } from './kind.ts';
import { hasFullKyc, markFullKyc } from './person-facts-store.ts';

/** Records that full KYC was done. */
export const fullKyc: Kind<'full_kyc'> = {
  subject: aboutUser,

  facts: async (tx, _, { userId }) => {
    if (userId === null) return [];
    return [{ what: 'full_kyc', value: (await hasFullKyc(tx, userId)) ? 'done' : 'not_done' }];
  },

  execute: (tx, deps, request) => markFullKyc(tx, requireUser(request), deps.now()),
};
