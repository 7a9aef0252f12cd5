import type { BranchDirectory } from '../../platform/ports/branches.ts';

const CITIES = ['Mumbai', 'Delhi', 'Bengaluru', 'Chennai', 'Kolkata', 'Hyderabad', 'Pune', 'Jaipur'] as const;

/** The sandbox's branches: a city for each code, the same one every time. They are not the real ones. */
export const sandboxBranches: BranchDirectory = {
  async find(ifsc) {
    const sum = [...ifsc].reduce((total, letter) => total + letter.charCodeAt(0), 0);
    const city = CITIES[sum % CITIES.length] ?? CITIES[0];
    return { branchName: `${city} Main`, city };
  },
};
