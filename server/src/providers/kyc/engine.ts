import type { KycEngine } from '../../platform/ports/kyc.ts';
import { makeFaceEngine } from './face.ts';
import { takeImage } from './image-intake.ts';
import { maskAadhaar } from './mask-aadhaar.ts';
import { readDocument } from './ocr.ts';
import { makeOcrPool } from './ocr-pool.ts';
import { makeSignedCodes } from './signed-code.ts';

type KycEngineOptions = {
  /** OCR workers; default one per core, at most two. */
  ocrWorkers?: number;
  /**
   * Length of the queues of OCR and of the face check; jobs beyond it are refused as 'busy'.
   * Default 64 each.
   */
  waiting?: number;
  /** Time limit of a job once it runs, in milliseconds. */
  jobMs: number;
};

/** Workers start at their first use. */
export function makeKycEngine(options: KycEngineOptions): KycEngine {
  const limits = {
    ...(options.waiting === undefined ? {} : { waiting: options.waiting }),
    jobMs: options.jobMs,
  };
  const pool = makeOcrPool({
    ...limits,
    ...(options.ocrWorkers === undefined ? {} : { workers: options.ocrWorkers }),
  });
  const faces = makeFaceEngine(limits);
  const codes = makeSignedCodes({ waiting: 64, ...limits });

  return {
    intake: (bytes) => takeImage(bytes, options.jobMs),
    readDocument: (jpeg, kind) => readDocument(pool, jpeg, kind),
    maskAadhaar: ({ upright, seen }) => maskAadhaar(pool, upright, seen),
    readCode: codes.read,
    openPhoto: codes.openPhoto,
    checkFrames: faces.checkFrames,
    async warm() {
      await Promise.all([pool.warm(), faces.warm()]);
    },
    async close() {
      await Promise.all([pool.close(), faces.close(), codes.close()]);
    },
  };
}
