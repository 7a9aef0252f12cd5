import { readRotation } from './key-rotation-store.ts';
import { moveHashes } from './move-hashes.ts';
import { type RotationDeps, rotateKeys } from './rotate-keys.ts';

/** Job: goes on with a rotation of either sort. */
export async function runRotation(deps: RotationDeps, of: { rotationId: string }): Promise<void> {
  const rotation = await readRotation(deps.db, of.rotationId);
  if (rotation?.what === 'hashes') await moveHashes(deps, of);
  else await rotateKeys(deps, of);
}
