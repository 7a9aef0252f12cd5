import type { KycEngine } from '../../platform/ports/kyc.ts';
import { makeFaceEngine } from './face.ts';
import { takeImage } from './image-intake.ts';
import { maskAadhaar } from './mask-aadhaar.ts';
import { readDocument } from './ocr.ts';
import { makeOcrPool } from './ocr-pool.ts';

type KycEngineOptions = {
  /** OCR workers; default one a core, two at most. */
  ocrWorkers?: number;
  /** Jobs that may wait for OCR, and for the face check, before more are refused as 'busy'; default 64 each. */
  waiting?: number;
  /** The longest a job may run once it is its turn, in milliseconds; default 40 s, so that a starved core fails no honest work. */
  jobMs?: number;
};

/** Nothing starts until it is first used. */
export function makeKycEngine(options: KycEngineOptions = {}): KycEngine {
  const limits = {
    ...(options.waiting === undefined ? {} : { waiting: options.waiting }),
    ...(options.jobMs === undefined ? {} : { jobMs: options.jobMs }),
  };
  const pool = makeOcrPool({ ...limits, ...(options.ocrWorkers === undefined ? {} : { workers: options.ocrWorkers }) });
  const faces = makeFaceEngine(limits);
  return {
    intake: takeImage,
    readDocument: (jpeg, kind) => readDocument(pool, jpeg, kind),
    maskAadhaar: ({ upright, seen }) => maskAadhaar(pool, upright, seen),
    checkFrames: faces.checkFrames,
    async warm() {
      await Promise.all([pool.warm(), faces.warm()]);
    },
    async close() {
      await Promise.all([pool.close(), faces.close()]);
    },
  };
}
