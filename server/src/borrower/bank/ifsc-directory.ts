import { readFileSync } from 'node:fs';
import { checkIfsc } from '@noren/core/people/identity-numbers';

/** `bankCode` is the first four letters of its IFSCs. */
export interface Bank {
  readonly bankCode: string;
  readonly bankName: string;
}

/**
 * Banks and branches, from the data of Razorpay's `ifsc`, which `npm run ifsc-data` takes from a
 * release.
 */
export interface IfscDirectory {
  /** Every bank with a branch: first those with the most accounts, then the others by name. */
  readonly banks: readonly Bank[];
  findBank(bankCode: string): Bank | undefined;
  /**
   * The banks of an IFSC: the bank itself, preceded by the one that uses its code (sublet). Empty
   * for an unknown branch.
   */
  findBanks(ifsc: string): readonly Bank[];
}

/** The banks with the most savings accounts in India. @ASSUMED order */
const COMMON: readonly string[] = [
  'SBIN',
  'HDFC',
  'ICIC',
  'PUNB',
  'BARB',
  'UTIB',
  'CNRB',
  'UBIN',
  'KKBK',
  'IDIB',
];

interface IfscData {
  readonly names: Readonly<Record<string, string>>;
  /** The bank that uses another's branch code, by IFSC. */
  readonly sublets: Readonly<Record<string, string>>;
  /** Branch codes by bank. Those of digits alone are numbers. */
  readonly branches: Readonly<Record<string, readonly (number | string)[]>>;
}

function build(): IfscDirectory {
  const file = new URL('./ifsc-data.json', import.meta.url);
  const { names, sublets, branches } = JSON.parse(readFileSync(file, 'utf8')) as IfscData;
  const codes = new Set([...Object.keys(branches), ...Object.values(sublets)]);
  // The data has branches of some banks without the bank's name: they go by their code.
  const findBank = (bankCode: string): Bank | undefined =>
    codes.has(bankCode) ? { bankCode, bankName: names[bankCode] ?? bankCode } : undefined;
  const rankBank = ({ bankCode }: Bank): number =>
    COMMON.includes(bankCode) ? COMMON.indexOf(bankCode) : COMMON.length;
  const banks = [...codes]
    .flatMap((code) => findBank(code) ?? [])
    .sort((a, b) => rankBank(a) - rankBank(b) || a.bankName.localeCompare(b.bankName, 'en'));

  return {
    banks,
    findBank,
    findBanks(text) {
      const checked = checkIfsc(text);
      if (!checked.ok) return [];

      const code = checked.value;
      const branch = code.slice(5);
      const isBranch = branches[code.slice(0, 4)]?.includes(
        /^\d+$/.test(branch) ? Number(branch) : branch,
      );
      if (!isBranch) return [];

      return [sublets[code], code.slice(0, 4)].flatMap(
        (bankCode) => findBank(bankCode ?? '') ?? [],
      );
    },
  };
}

let directory: IfscDirectory | undefined;

/** Loaded on first use, to keep a megabyte of parsing out of the start. */
export function ifscDirectory(): IfscDirectory {
  directory ??= build();
  return directory;
}
