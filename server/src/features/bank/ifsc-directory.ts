import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkIfsc } from '@noren/core/people/identity-numbers';

/** A bank by its four letters. */
export interface Bank {
  readonly bankCode: string;
  readonly bankName: string;
}

/** Banks and branches as the `ifsc` package knows them offline. */
export interface IfscDirectory {
  /** Every named bank with a branch, by name. */
  readonly banks: readonly Bank[];
  /** The banks an IFSC stands for: its own, or one that borrows the other's code; empty when no such branch is known. */
  banksOf(ifsc: string): readonly Bank[];
}

function readData<T>(name: string): T {
  return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`ifsc/src/${name}`)), 'utf8')) as T;
}

function build(): IfscDirectory {
  const branches = readData<Record<string, (number | string)[]>>('IFSC.json');
  const names = readData<Record<string, string>>('banknames.json');
  const borrowed = readData<Record<string, string>>('sublet.json');
  const named = (bankCode: string): Bank[] => {
    const bankName = names[bankCode];
    return bankName === undefined ? [] : [{ bankCode, bankName }];
  };
  const codes = new Set([...Object.keys(branches), ...Object.values(borrowed)]);
  const banks = [...codes].flatMap(named).sort((a, b) => a.bankName.localeCompare(b.bankName, 'en'));
  return {
    banks,
    banksOf(text) {
      const checked = checkIfsc(text);
      if (!checked.ok) return [];
      const code = checked.value;
      const branch = code.slice(5);
      // The data writes a branch of digits as a number.
      const isBranch = branches[code.slice(0, 4)]?.includes(/^\d+$/.test(branch) ? Number(branch) : branch);
      if (!isBranch) return [];
      const lender = borrowed[code];
      return [...(lender === undefined ? [] : named(lender)), ...named(code.slice(0, 4))];
    },
  };
}

let directory: IfscDirectory | undefined;
/** The directory, read when it is first asked for: a megabyte that a start need not wait for. */
export function ifscDirectory(): IfscDirectory {
  directory ??= build();
  return directory;
}
