import type { PicturePlace } from '@noren/contract/envelope';
import { type FaceAngles, POSES, type Pose } from '@noren/core/people/liveness';
import type { OcrFields, OcrReading } from '@noren/core/people/ocr-read';
import type {
  IntakeRefusal,
  KycEngine,
  MeasuredFrame,
  PictureFault,
} from '../platform/ports/kyc.ts';

/** The result that a test's upload declares; the real engine would find it in the picture. */
export interface FakeUpload {
  /** Refused at intake. */
  intake?: IntakeRefusal;
  reading?: OcrReading;
  confidence?: number;
  /** Fields read with low confidence. */
  doubtful?: (keyof OcrFields)[];
  fault?: PictureFault;
  faultPlace?: PicturePlace;
  cannotMask?: boolean;
  /** The digits of the card's code. */
  code?: string;
  /** Of a frame's face to the photo of a card or of its code. */
  similarity?: number;
  /** To the photo of the code alone, where it is another. */
  photoSimilarity?: number;
  frame?: Partial<MeasuredFrame>;
  /** The pose of the face; default: looking ahead. */
  pose?: Pose;
}

/** A card on which all of these fields are read, but for those missing. */
export const readsAs = (fields: OcrFields, missing: (keyof OcrFields)[] = []): FakeUpload => ({
  reading: { outcome: 'read', fields, missing },
});

/** An upload with that result. */
export function fakeUploadFile(written: FakeUpload): Blob {
  return new Blob([JSON.stringify(written)]);
}

const ANGLES: Record<Pose, FaceAngles> = {
  face: { yaw: 0, pitch: 0.1, roll: 0 },
  front: { yaw: 0, pitch: 0.4, roll: 0 },
  back: { yaw: 0, pitch: -0.2, roll: 0 },
  left: { yaw: -0.4, pitch: 0.1, roll: 0 },
  right: { yaw: 0.4, pitch: 0.1, roll: 0 },
};

const BOX = { left: 200, top: 200, width: 400, height: 400 };

/** Measurements of a good frame of a pose. */
function goodFrame(pose: Pose): MeasuredFrame {
  const face = { box: BOX, score: 0.9, angles: ANGLES[pose] };
  const thumbnail = new Uint8Array([POSES.indexOf(pose) * 50]);

  return {
    width: 800,
    height: 1000,
    light: 120,
    faces: 1,
    face,
    likeness: 0.8,
    mesh: [],
    thumbnail,
  };
}

/** An engine that returns what the upload declares, for tests of the callers. */
export function makeFakeKyc(): KycEngine {
  const of = (jpeg: Buffer): FakeUpload => JSON.parse(jpeg.toString()) as FakeUpload;
  return {
    async intake(bytes) {
      const { intake } = of(bytes);
      return intake
        ? { ok: false, reason: intake }
        : { ok: true, image: { jpeg: bytes, width: 800, height: 600 } };
    },
    async readDocument(jpeg, kind) {
      const {
        reading = { outcome: 'unreadable' },
        confidence = 90,
        doubtful = [],
        fault = null,
        faultPlace = null,
      } = of(jpeg);
      const uncertain = reading.outcome === 'read' ? [...reading.missing, ...doubtful] : [];

      return {
        reading,
        uncertain,
        confidence,
        fault,
        faultPlace,
        text: '',
        upright: jpeg,
        seen: { kind, pages: [], codes: [] },
      };
    },
    async maskAadhaar({ upright }) {
      return of(upright).cannotMask
        ? { ok: false, reason: 'cannot_mask' }
        : { ok: true, jpeg: Buffer.from('masked') };
    },
    readCode: async (upload) => of(upload).code ?? null,
    openPhoto: async (photo) => photo,
    async checkFrames({ frames, ahead, documentJpeg }) {
      const { similarity: likeCard, photoSimilarity = likeCard } = of(
        frames[ahead] ?? Buffer.from('{}'),
      );
      const similarity = frames.length === 1 ? photoSimilarity : likeCard;
      return {
        ...(documentJpeg && similarity !== undefined && { similarity }),
        frames: frames
          .map(of)
          .map(({ pose = 'face', frame }) => ({ ...goodFrame(pose), ...frame })),
      };
    },
    warm: async () => undefined,
    close: async () => undefined,
  };
}
