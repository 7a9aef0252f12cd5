import type { PanDifference } from '@noren/core/people/pan-check';
import type { PanRegister } from '../../platform/ports/pan-register.ts';

/** The digits of numbers that no invented person has. */
const TRIED = '0000';

/** What the register says of a number with those digits, by its last letter. */
const ANSWERS: Readonly<Record<string, readonly PanDifference[]>> = {
  N: ['name'],
  B: ['birthDay'],
  U: ['unknown'],
  E: ['ended'],
  D: ['deceased'],
};

/** The last letter of a number about which no answer comes. */
const SILENT = 'S';

/**
 * Knows every PAN under the name and birth date that it is asked about, but for those with the
 * digits 0000, which try what else it may say.
 */
export const sandboxPanRegister: PanRegister = {
  name: 'sandbox-pan-register',
  async check({ pan }) {
    const last = pan.slice(5, 9) === TRIED ? pan.slice(-1) : '';
    if (last === SILENT) throw new Error('the register gives no answer about this number');

    return { differences: ANSWERS[last] ?? [], ref: 'sandbox' };
  },
};
