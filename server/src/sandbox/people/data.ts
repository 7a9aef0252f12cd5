import { type SamplePerson, samplePerson } from '../samples/sample-person.ts';
import { rollDice } from '../samples/seeded.ts';

/** An invented person with a value for every field of the app's forms. */
export interface InventedPerson extends SamplePerson {
  readonly seed: number;
  readonly phone: string;
  readonly email: string;
  readonly companyName: string;
  readonly companyAddress: string;
  readonly bankCode: string;
  readonly ifsc: string;
  readonly accountNo: string;
  readonly contacts: readonly [InventedContact, InventedContact];
}

interface InventedContact {
  readonly relationship: 'parent' | 'friend';
  readonly name: string;
  readonly phone: string;
}

const BRANCHES = ['HDFC0000001', 'SBIN0000300', 'ICIC0000001', 'UTIB0000001'] as const;

const COMPANIES = [
  'Sample Textiles Pvt Ltd',
  'Example Works Pvt Ltd',
  'Invented Traders',
  'Specimen Foods Pvt Ltd',
];

/** The largest seed of a person. */
export const MAX_SEED = 2_147_483_647;

/** The same seed gives the same person, the one on the sample documents of that seed. */
export function inventPerson(seed: number): InventedPerson {
  const sample = samplePerson(seed);
  // Another random sequence than the documents', so that these numbers do not follow from those.
  const dice = rollDice(seed ^ 0x5bd1e995);
  const digits = (count: number): string =>
    Array.from({ length: count }, () => dice.int(0, 9)).join('');
  const mobile = (): string => `${dice.int(6, 9)}${digits(9)}`;
  const ifsc = dice.pick(BRANCHES);

  return {
    ...sample,
    seed,
    phone: mobile(),
    email: `${sample.name.toLowerCase().replaceAll(' ', '.')}@mail.example`,
    companyName: dice.pick(COMPANIES),
    companyAddress: `${dice.int(1, 90)} Industrial Road, ${sample.pin}`,
    bankCode: ifsc.slice(0, 4),
    ifsc,
    accountNo: `${dice.int(1, 9)}${digits(11)}`,
    contacts: [
      { relationship: 'parent', name: sample.fatherName, phone: mobile() },
      { relationship: 'friend', name: samplePerson(dice.int(0, MAX_SEED)).name, phone: mobile() },
    ],
  };
}
