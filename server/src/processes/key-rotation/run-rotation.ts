import { readRotation } from '../../people/encryption/key-rotation-store.ts';
import { type RotationDeps, rotateKeys } from '../../people/encryption/rotate-keys.ts';
import { moveHashes } from './move-hashes.ts';

/** Job: goes on with a rotation of either sort. */
export async function runRotation(deps: RotationDeps, of: { rotationId: string }): Promise<void> {
  const rotation = await readRotation(deps.db, of.rotationId);
  if (rotation?.what === 'hashes') await moveHashes(deps, of);
  else await rotateKeys(deps, of);
}
