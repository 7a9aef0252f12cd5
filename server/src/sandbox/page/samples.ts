import { drawAadhaarBack, drawAadhaarFront, drawPan } from '../samples/draw-documents.ts';
import { readSelfie } from '../samples/faces.ts';
import type { PhotoLook } from '../samples/photo-variants.ts';
import type { SamplePerson } from '../samples/sample-person.ts';

/** Photo conditions of a document, by their name in the URL. */
export const SAMPLE_LOOKS = {
  clean: { name: 'clean', look: 'clean' },
  tilted: { name: 'tilted', look: 'tilted' },
  blurred: { name: 'blurred', look: 'blurred' },
  'low-light': { name: 'low light', look: 'lowLight' },
} as const satisfies Record<string, { name: string; look: PhotoLook }>;

type LookId = keyof typeof SAMPLE_LOOKS;
export const LOOK_IDS = Object.keys(SAMPLE_LOOKS) as [LookId, ...LookId[]];

interface SampleKind {
  readonly name: string;
  readonly looks: readonly LookId[];
  draw(person: SamplePerson, variant: { look: PhotoLook; seed: number }): Promise<Buffer>;
}

/** The documents of a person. All invented people share one drawn face. */
export const SAMPLE_KINDS = {
  'pan-front': { name: 'PAN card', looks: LOOK_IDS, draw: drawPan },
  'aadhaar-front': { name: 'Aadhaar, front', looks: LOOK_IDS, draw: drawAadhaarFront },
  'aadhaar-back': { name: 'Aadhaar, back', looks: LOOK_IDS, draw: drawAadhaarBack },
  selfie: { name: 'Selfie', looks: ['clean'], draw: readSelfie },
} as const satisfies Record<string, SampleKind>;

type KindId = keyof typeof SAMPLE_KINDS;
export const KIND_IDS = Object.keys(SAMPLE_KINDS) as [KindId, ...KindId[]];

/** A sample as JPEG; null when this kind has no such look. */
export async function drawSample(
  person: SamplePerson,
  kind: KindId,
  look: LookId,
): Promise<Buffer | null> {
  const { looks, draw }: SampleKind = SAMPLE_KINDS[kind];
  return looks.includes(look) ? draw(person, { look: SAMPLE_LOOKS[look].look, seed: 1 }) : null;
}
