import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErasureLedger, LedgerFact } from '../../platform/ports/erasure-ledger.ts';
import { readFolders } from './file-folders.ts';
import { isMissing, writeWhole } from './whole-file.ts';

const NAME = /^([0-9a-f-]{36})\.([a-z_]+)\.(\d{1,15})$/;

/**
 * The erasure ledger as files, one a fact, in each of several folders, so that the loss of one
 * loses nothing. A name holds the fact; the content proves that the server wrote it.
 * @param options.sign a keyed hash of a name, in hex
 * @param options.isSigned whether one of the keys made a signature
 */
export function makeErasureLedger(options: {
  dirs: readonly string[];
  sign: (name: string) => string;
  isSigned: (name: string, signature: string) => boolean;
}): ErasureLedger {
  const { dirs, sign, isSigned } = options;

  return {
    async record(fact) {
      const name = toFileName(fact);
      for (const dir of dirs) {
        const path = join(dir, toFolder(fact), name);
        const isThere = await stat(path).then(
          () => true,
          () => false,
        );
        if (!isThere) await writeWhole(path, Buffer.from(`${sign(name)}\n`));
      }
    },
    async list() {
      const facts = new Map<string, LedgerFact>();
      for (const dir of dirs)
        for await (const { names } of readFolders(dir))
          for (const name of names) {
            const fact = toFact(name);
            if (fact) facts.set(name, fact);
          }

      return [...facts.values()].sort((a, b) => a.at - b.at);
    },
    async isAuthentic(fact) {
      const name = toFileName(fact);
      for (const dir of dirs) {
        const signature = await readSignature(join(dir, toFolder(fact), name));
        if (signature !== null && isSigned(name, signature)) return true;
      }

      return false;
    },
  };
}

const toFileName = ({ userId, what, at }: LedgerFact): string =>
  `${userId}.${what}.${Math.floor(at)}`;

/** By the end of the id: its beginning is a time. */
const toFolder = ({ userId }: LedgerFact): string => join(userId.slice(-2), userId.slice(-4, -2));

function toFact(name: string): LedgerFact | null {
  const [, userId, what, at] = NAME.exec(name) ?? [];
  if (userId === undefined) return null;
  return { userId, what: what as LedgerFact['what'], at: Number(at) };
}

async function readSignature(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
