import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkIfsc } from '@noren/core/people/identity-numbers';

/** `bankCode` is the first four letters of its IFSCs. */
export interface Bank {
  readonly bankCode: string;
  readonly bankName: string;
}

/** Banks and branches, from the data of the `ifsc` package. */
export interface IfscDirectory {
  /** Every named bank with a branch: first those with the most accounts, then the others by name. */
  readonly banks: readonly Bank[];
  /** The banks of an IFSC: the bank itself, preceded by the one that uses its code (sublet). Empty for an unknown branch. */
  banksOf(ifsc: string): readonly Bank[];
}

/** The banks with the most savings accounts in India. @ASSUMED order */
const COMMON: readonly string[] = ['SBIN', 'HDFC', 'ICIC', 'PUNB', 'BARB', 'UTIB', 'CNRB', 'UBIN', 'KKBK', 'IDIB'];

function readData<T>(name: string): T {
  return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`ifsc/src/${name}`)), 'utf8')) as T;
}

function build(): IfscDirectory {
  const branches = readData<Record<string, (number | string)[]>>('IFSC.json');
  const names = readData<Record<string, string>>('banknames.json');
  const sublets = readData<Record<string, string>>('sublet.json');
  const bankNamed = (bankCode: string): Bank[] => {
    const bankName = names[bankCode];
    return bankName === undefined ? [] : [{ bankCode, bankName }];
  };
  const codes = new Set([...Object.keys(branches), ...Object.values(sublets)]);
  const rankOf = ({ bankCode }: Bank): number => (COMMON.includes(bankCode) ? COMMON.indexOf(bankCode) : COMMON.length);
  const banks = [...codes]
    .flatMap(bankNamed)
    .sort((a, b) => rankOf(a) - rankOf(b) || a.bankName.localeCompare(b.bankName, 'en'));
  return {
    banks,
    banksOf(text) {
      const checked = checkIfsc(text);
      if (!checked.ok) return [];
      const code = checked.value;
      const branch = code.slice(5);
      // The package stores all-digit branch codes as numbers.
      const isBranch = branches[code.slice(0, 4)]?.includes(/^\d+$/.test(branch) ? Number(branch) : branch);
      if (!isBranch) return [];
      const hostBank = sublets[code];
      return [...(hostBank === undefined ? [] : bankNamed(hostBank)), ...bankNamed(code.slice(0, 4))];
    },
  };
}

let directory: IfscDirectory | undefined;
/** Loaded on first use, to keep a megabyte of parsing out of the start. */
export function ifscDirectory(): IfscDirectory {
  directory ??= build();
  return directory;
}
