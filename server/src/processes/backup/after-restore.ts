import type { Deps } from '../../platform/deps.ts';
import type { FileArchive } from '../../platform/ports/files.ts';
import { requireKeys } from '../key-rotation/require-keys.ts';
import { endAllSignIns, listReferencedFiles } from './backup-store.ts';
import { type LedgerDeps, type RepeatedFacts, repeatAll } from './erasure-ledger.ts';

type RestoreDeps = LedgerDeps & Pick<Deps, 'files'>;

/** What was done to a restored database before the program may start on it. */
export interface AfterRestore extends RepeatedFacts {
  readonly restoredFiles: number;
  readonly endedSessions: number;
  /** Files that nothing refers to: written after the point. */
  readonly deletedFiles: number;
  /** Ids of files that a row refers to and that are not there. */
  readonly missingFiles: readonly string[];
}

/**
 * Makes a restored database ready: files that are missing come back from the archive, sign-ins end,
 * erasures and withdrawals are repeated, and files of rows that are gone are deleted.
 * @param archive null where no backup folder is set: then no file comes back, and none is deleted
 * @throws ConfigError when the keys are not those of the data
 */
export async function prepareRestored(
  deps: RestoreDeps,
  archive: FileArchive | null,
): Promise<AfterRestore> {
  await requireKeys(deps, { isThorough: true });

  const restoredFiles = (await archive?.restoreMissing()) ?? 0;
  const endedSessions = await deps.db.transaction().execute((tx) => endAllSignIns(tx, deps.now()));
  const repeated = await repeatAll(deps);

  // What is deleted here can be fetched again should the point have been the wrong one.
  await archive?.copyAll();

  const { missing, unused } = await compareFiles(deps);
  if (archive) for (const fileId of unused) await deps.files.remove(fileId);

  return {
    ...repeated,
    restoredFiles,
    endedSessions,
    deletedFiles: archive ? unused.length : 0,
    missingFiles: missing,
  };
}

/**
 * Brings files back from the archive while the database is as it was, for which nobody has to sign
 * in again. Those that no row refers to were deleted, and stay so.
 * @returns how many came back, and the ids of those that are neither here nor in the archive
 */
export async function restoreFiles(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  archive: FileArchive,
): Promise<Pick<AfterRestore, 'restoredFiles' | 'missingFiles'>> {
  let read: { prefix: string; referenced: ReadonlySet<string> } | null = null;
  const restoredFiles = await archive.restoreMissing(async (fileId) => {
    const prefix = fileId.slice(0, 1);
    if (read?.prefix !== prefix)
      read = { prefix, referenced: await listReferencedFiles(db, prefix) };
    return read.referenced.has(fileId);
  });

  return { restoredFiles, missingFiles: (await compareFiles({ db, files })).missing };
}

/** Files without a row, and rows without their file. */
async function compareFiles({
  db,
  files,
}: Pick<Deps, 'db' | 'files'>): Promise<{ missing: string[]; unused: string[] }> {
  const missing: string[] = [];
  const unused: string[] = [];
  const stored = files.list();
  let next = await nextFolder(stored);

  for (const prefix of '0123456789abcdef') {
    const referenced = await listReferencedFiles(db, prefix);
    for (; next?.folder.startsWith(prefix); next = await nextFolder(stored))
      for (const fileId of next.fileIds) if (!referenced.delete(fileId)) unused.push(fileId);
    missing.push(...referenced);
  }

  return { missing, unused };
}

async function nextFolder(stored: ReturnType<Deps['files']['list']>) {
  const iterator = (
    stored as AsyncIterableIterator<{ folder: string; fileIds: readonly string[] }>
  ).next();
  const { value, done } = await iterator;
  return done ? undefined : value;
}
