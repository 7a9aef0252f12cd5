import type { FrameReading } from '@noren/core/people/liveness';

/** Where the parts of the engine lie, and their bytes. */
export type Parts = Readonly<Record<PartName, { url: string; bytes: number }>>;
export type PartName = 'kernels' | 'detectorGraph' | 'detectorWeights' | 'meshGraph' | 'meshWeights';

/** What the page tells the engine: to load its parts, to read a picture. */
export type ToEngine = { kind: 'load'; parts: Parts } | { kind: 'read'; picture: ImageBitmap };

/** Why the engine is not there: its parts did not come, or this phone cannot run it. */
export type EngineFault = 'network' | 'unable';

/** What the engine tells the page; `ms` is how long the picture took. */
export type FromEngine =
  | { kind: 'loading'; bytes: number }
  | { kind: 'ready' }
  | { kind: 'failed'; fault: EngineFault; why: string }
  | { kind: 'read'; reading: FrameReading; ms: number };
