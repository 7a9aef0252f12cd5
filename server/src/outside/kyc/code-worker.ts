import { parentPort } from 'node:worker_threads';
import { findCodes, type GreyPixels } from './find-codes.ts';
import { lowerPriority } from './lower-priority.ts';

lowerPriority();
parentPort?.on('message', (picture: GreyPixels) => parentPort?.postMessage(findCodes(picture)));
