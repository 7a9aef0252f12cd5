import { parentPort } from 'node:worker_threads';
import type { SearchMode } from './code-finder.ts';
import { findCodes, type GreyPixels } from './find-codes.ts';
import { findDotted } from './find-dotted.ts';
import { lowerPriority } from './lower-priority.ts';

lowerPriority();
const FINDERS = { marked: findCodes, dotted: findDotted } satisfies Record<SearchMode, unknown>;

parentPort?.on('message', ({ picture, mode }: { picture: GreyPixels; mode: SearchMode }) =>
  parentPort?.postMessage(FINDERS[mode](picture)),
);
