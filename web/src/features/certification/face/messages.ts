import type { FrameReading } from '@noren/core/people/liveness';

/** The URLs and sizes of the engine's parts. */
export type Parts = Readonly<Record<PartName, { url: string; bytes: number }>>;
export type PartName =
  | 'kernels'
  | 'detectorGraph'
  | 'detectorWeights'
  | 'meshGraph'
  | 'meshWeights';

/** Messages from the page to the engine. */
export type ToEngine = { kind: 'load'; parts: Parts } | { kind: 'read'; picture: ImageBitmap };

/** Why the engine is missing: its parts failed to load, or this phone cannot run it. */
export type EngineFault = 'network' | 'unable';

/** Messages from the engine to the page; `ms` is the time the picture took. */
export type FromEngine =
  | { kind: 'loading'; bytes: number }
  | { kind: 'ready' }
  | { kind: 'failed'; fault: EngineFault; why: string }
  | { kind: 'read'; reading: FrameReading; ms: number };
