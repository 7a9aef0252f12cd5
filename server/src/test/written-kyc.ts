import type { OcrReading } from '@noren/core/ocr-read';
import type { KycEngine } from '../outside/kyc/engine.ts';
import type { SelfieReading } from '../outside/kyc/face.ts';
import type { IntakeRefusal } from '../outside/kyc/image-intake.ts';

/** What an upload of a test says of itself; the real engine would see it in the picture. */
export interface Written {
  /** Refuse it at intake. */
  intake?: IntakeRefusal;
  reading?: OcrReading;
  confidence?: number;
  cannotMask?: boolean;
  selfie?: Partial<SelfieReading>;
}

/** An upload that says so. */
export function writtenFile(written: Written): Blob {
  return new Blob([JSON.stringify(written)]);
}

const GOOD_FACE = { box: { left: 200, top: 200, width: 400, height: 500 }, score: 0.9, yaw: 0, pitch: 0, roll: 0 };

/** An engine that believes what the upload says; for tests of what is done with an answer, not of the answer. */
export function writtenKyc(): KycEngine {
  const of = (jpeg: Buffer): Written => JSON.parse(jpeg.toString()) as Written;
  return {
    async intake(bytes) {
      const { intake } = of(bytes);
      return intake ? { ok: false, reason: intake } : { ok: true, image: { jpeg: bytes, width: 800, height: 600 } };
    },
    async readDocument(jpeg) {
      const { reading = { outcome: 'unreadable' }, confidence = 90 } = of(jpeg);
      return { reading, confidence, text: '' };
    },
    async maskAadhaar(jpeg) {
      return of(jpeg).cannotMask ? { ok: false, reason: 'cannot_mask' } : { ok: true, jpeg: Buffer.from('masked') };
    },
    async checkSelfie(jpeg) {
      return { width: 800, height: 1000, light: 120, faces: 1, face: GOOD_FACE, ...of(jpeg).selfie };
    },
    warm: async () => undefined,
    close: async () => undefined,
  };
}
