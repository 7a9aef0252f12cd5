import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './platform/config/config.ts';
import { deriveKey, KEY_LABELS } from './platform/crypto/derived-keys.ts';
import type { FieldCrypto, FieldKeys } from './platform/crypto/field-crypto.ts';
import type { Metrics } from './platform/monitoring/metrics.ts';
import type { ErasureLedger } from './platform/ports/erasure-ledger.ts';
import type { FileArchive, FileStore } from './platform/ports/files.ts';
import { backupPaths } from './processes/backup/finish-backup.ts';
import { boundedCopy } from './providers/files/bounded-copy.ts';
import { makeErasureLedger } from './providers/files/erasure-ledger.ts';
import { archiveFile, makeFileArchive } from './providers/files/file-archive.ts';
import { makeFileStore } from './providers/files/file-store.ts';

type Folders = Pick<Config, 'NOREN_DATA' | 'NOREN_BACKUP'>;

const filesDir = ({ NOREN_DATA }: Folders): string => join(NOREN_DATA, 'files');

/**
 * The encrypted files; with a backup folder each new one is copied there too. A copy that fails, or
 * takes too long, is left to the next backup.
 */
export function openFileStore(
  folders: Folders,
  { currentId, byId }: Pick<FieldKeys, 'currentId' | 'byId'>,
  onNotArchived: (error: unknown) => void,
  onArchived = (): void => undefined,
): FileStore {
  const keys = Object.fromEntries(
    [...byId].map(([id, key]) => [String(id), deriveKey(key, KEY_LABELS.files)]),
  );
  const { NOREN_BACKUP: backup } = folders;
  const copy = boundedCopy(archiveFile);

  return makeFileStore({
    dir: filesDir(folders),
    keys: { current: String(currentId), byId: keys },
    ...(backup !== undefined && {
      archive: async (fileId: string, sealed: Buffer) => {
        await copy(backupPaths(backup).files, fileId, sealed).then(onArchived, onNotArchived);
      },
    }),
  });
}

/** The files of a process that serves or runs jobs: it says when one is not copied. */
export function openProcessFiles(
  folders: Folders,
  keys: FieldKeys,
  log: Logger,
  metrics: Metrics,
): FileStore {
  const onNotArchived = (err: unknown): void => {
    log.error({ err }, 'a file was not copied to NOREN_BACKUP: the next backup copies it');
    metrics.setBackupFolder(false);
  };

  return openFileStore(folders, keys, onNotArchived, () => metrics.setBackupFolder(true));
}

/** The archive of the files; null without a backup folder. */
export function openFileArchive(folders: Folders): FileArchive | null {
  const { NOREN_BACKUP: backup } = folders;
  return backup === undefined
    ? null
    : makeFileArchive({ dir: filesDir(folders), archiveDir: backupPaths(backup).files });
}

/**
 * The erasure ledger beside the files and, where there is one, in the backup folder: the loss of
 * one loses nothing.
 */
export function openErasureLedger(
  { NOREN_DATA, NOREN_BACKUP }: Folders,
  crypto: FieldCrypto,
): ErasureLedger {
  const folders = NOREN_BACKUP === undefined ? [NOREN_DATA] : [NOREN_DATA, NOREN_BACKUP];
  const sign = (name: string): string => crypto.hash('erasure ledger', name).toString('hex');

  return makeErasureLedger({
    dirs: folders.map((folder) => join(folder, 'erasures')),
    sign,
    isSigned: (name, signature) => isSigned(crypto, name, signature),
  });
}

/** Also when an earlier hash key signed it. */
function isSigned(crypto: FieldCrypto, name: string, signature: string): boolean {
  const given = Buffer.from(signature, 'hex');
  return crypto.allHashes('erasure ledger', name).some((one) => one.equals(given));
}
