import { readNewestRotation } from '../../../people/encryption/key-rotation-store.ts';
import { beginRotation } from '../../../people/encryption/rotate-keys.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind, RequestOfKind } from './kind.ts';

/** Starts the job that encrypts every field and file with the newest key. */
export const keyRotation: Kind<'key_rotation'> = {
  subject: () => 'field keys',

  facts: async (tx) => {
    const newest = await readNewestRotation(tx);
    return [
      { what: 'rotated_key', value: newest ? String(newest.keyId) : 'none' },
      { what: 'rotation', value: newest?.state === 'running' ? 'running' : 'not_running' },
    ];
  },

  execute: startRotation,
};

/**
 * @throws OperatorError when this process has another newest key, has no older one, or a rotation
 * runs
 */
async function startRotation(
  tx: Tx,
  { crypto, now }: Deps,
  { requestId, detail }: RequestOfKind<'key_rotation'>,
): Promise<void> {
  const { current, older } = crypto.keyIds;
  const { keyId } = detail;

  if (keyId !== current)
    throw new OperatorError('not_possible', { reason: 'key_not_newest', keyId: current });

  if (older.length === 0) throw new OperatorError('not_possible', 'key_alone');

  if ((await beginRotation(tx, { requestId, keyId, now: now() })) === null)
    throw new OperatorError('not_possible', 'rotation_running');
}
