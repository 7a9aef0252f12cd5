import type { DocumentKind } from '@noren/core/people/ocr-read';
import { type FramesAsked, type FramesReading, makeFaceEngine } from './face.ts';
import { type IntakeResult, takeImage } from './image-intake.ts';
import { type MaskResult, maskAadhaar } from './mask-aadhaar.ts';
import { type DocumentRead, readDocument } from './ocr.ts';
import { makeOcrPool } from './ocr-pool.ts';

/**
 * Everything done with the pictures of a certification. What a user's picture can cause is in the answers;
 * the engine's own trouble (busy, timeout, crashed, closed) is thrown as KycEngineError.
 */
export type KycEngine = {
  /** A raw upload made safe, or the reason it is refused. The other calls take its jpeg only. */
  intake(bytes: Buffer): Promise<IntakeResult>;
  readDocument(jpeg: Buffer, kind: DocumentKind): Promise<DocumentRead>;
  /** Covers what may not be kept on the upright picture of a reading. */
  maskAadhaar(read: Pick<DocumentRead, 'upright' | 'seen'>): Promise<MaskResult>;
  checkFrames(asked: FramesAsked): Promise<FramesReading>;
  /** Starts the workers before the first user needs them. */
  warm(): Promise<void>;
  close(): Promise<void>;
};

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
