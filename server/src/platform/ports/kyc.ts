import type { PicturePlace } from '@noren/contract/envelope';
import type { FaceAngles, FrameReading } from '@noren/core/people/liveness';
import type { FrameTraces } from '@noren/core/people/liveness-hints';
import type { DocumentKind, OcrFields, OcrReading } from '@noren/core/people/ocr-read';

/** Why an engine gave no answer; none of these is the user's fault, and all may be tried again. */
export type EngineFault = 'busy' | 'timeout' | 'crashed' | 'closed';

export class KycEngineError extends Error {
  readonly reason: EngineFault;
  constructor(reason: EngineFault, cause?: unknown) {
    super(`identity engine: ${reason}`, { cause });
    this.reason = reason;
  }
}

/**
 * Everything done with the pictures of a certification. What a user's picture can cause is in the
 * answers; the engine's own trouble (busy, timeout, crashed, closed) is thrown as KycEngineError.
 */
export type KycEngine = {
  /** A raw upload made safe, or the reason it is refused. The other calls take its jpeg only. */
  intake(bytes: Buffer): Promise<IntakeResult>;
  readDocument(jpeg: Buffer, kind: DocumentKind): Promise<DocumentReading>;
  /** Covers what may not be kept on the upright picture of a reading. */
  maskAadhaar(read: Pick<DocumentReading, 'upright' | 'seen'>): Promise<MaskResult>;
  /**
   * The digits of the signed code on a picture as it was uploaded, which is larger than what the
   * intake makes of it; null when none can be read.
   */
  readCode(upload: Buffer): Promise<string | null>;
  /**
   * The photo in a signed code as JPEG; null when it cannot be opened. Called only once the
   * signature held.
   */
  openPhoto(photo: Buffer): Promise<Buffer | null>;
  checkFrames(comparison: FaceComparison): Promise<FramesReading>;
  /** Starts the workers before the first user needs them. */
  warm(): Promise<void>;
  close(): Promise<void>;
};

export type IntakeRefusal =
  | 'empty'
  | 'too_big'
  | 'heic'
  | 'pdf'
  | 'not_an_image'
  | 'too_many_pixels'
  | 'too_small'
  | 'damaged';

type IntakeImage = { jpeg: Buffer; width: number; height: number };
export type IntakeResult = { ok: true; image: IntakeImage } | { ok: false; reason: IntakeRefusal };

/** What keeps a picture from being read; 'unreadable' when none of the others shows. */
export type PictureFault = 'too_dark' | 'too_bright' | 'blurred' | 'cropped' | 'unreadable';

/** An identity document as it was read. */
export type DocumentReading = {
  reading: OcrReading;
  /** Fields a person should look at: missing, read one way and another, or read with doubt. */
  uncertain: (keyof OcrFields)[];
  /** What is wrong with the picture, when too little could be read from it. */
  fault: PictureFault | null;
  /** Where on the picture as it was sent; null for a fault of the whole picture, or of no place. */
  faultPlace: PicturePlace | null;
  /** The engine's confidence in the best pass, 0–100. */
  confidence: number;
  /** The plain text of all passes. */
  text: string;
  /** The picture with its print upright. */
  upright: Buffer;
  /** What was seen where on the upright picture. */
  seen: DocumentLayout;
};
/** In pixels of the picture. */
export type Point = { x: number; y: number };
export type DocumentLayout = { kind: DocumentKind; pages: OcrPage[]; codes: Point[][] };

export type Box = { left: number; top: number; width: number; height: number };
/** A word with the engine's confidence in it, 0–100. */
export type OcrWord = { text: string; line: number; box: Box; confidence: number };
/**
 * Text of a picture. The boxes are in coordinates of the picture rotated by `turned` radians about
 * its middle.
 */
export type OcrPage = { text: string; confidence: number; words: OcrWord[]; turned: number };

/** 'live' and 'real' (0–1) are hints only. */
export type FoundFace = {
  box: Box;
  score: number;
  angles: FaceAngles;
  live?: number;
  real?: number;
};

/** What was measured of a frame by the shared rules, and what only a reviewer sees. */
export type MeasuredFrame = FrameReading & FrameTraces & { face?: FoundFace };
export type FramesReading = {
  frames: MeasuredFrame[];
  /** Likeness of the face looking ahead to the document's photo, 0–1, where both have a face. */
  similarity?: number;
};

/**
 * The frames of one person; `ahead` is the index of the one looking ahead, with which the others
 * are compared.
 */
export type FaceComparison = { frames: readonly Buffer[]; ahead: number; documentJpeg?: Buffer };
export type MaskResult = { ok: true; jpeg: Buffer } | { ok: false; reason: 'cannot_mask' };
