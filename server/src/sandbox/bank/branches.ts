import type { BranchDirectory } from '../../platform/ports/branches.ts';

const CITIES = [
  'Mumbai',
  'Delhi',
  'Bengaluru',
  'Chennai',
  'Kolkata',
  'Hyderabad',
  'Pune',
  'Jaipur',
] as const;

/**
 * The sandbox's branches: a city for each code, the same one every time, and none for a code that
 * ends in 99999 and a digit.
 */
export const sandboxBranches: BranchDirectory = {
  async find(ifsc) {
    if (/99999\d$/.test(ifsc)) return 'unknown';
    const sum = [...ifsc].reduce((total, letter) => total + letter.charCodeAt(0), 0);
    const city = CITIES[sum % CITIES.length] ?? CITIES[0];
    return { bankName: null, branchName: `${city} Main`, city };
  },
};
