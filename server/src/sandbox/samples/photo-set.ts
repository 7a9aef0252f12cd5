import { drawAadhaarBack, drawAadhaarFront, drawOldPan, drawPan } from './draw-documents.ts';
import type { PhotoLook } from './photo-variants.ts';
import { type SamplePerson, samplePerson } from './sample-person.ts';

/** The looks in which a card is legible. */
const READABLE_LOOKS = [
  'clean',
  'tilted',
  'blurred',
  'lowLight',
  'glare',
  'compressed',
  'turned',
] as const satisfies readonly PhotoLook[];

const CARDS = [
  { kind: 'panFront', draw: drawPan },
  { kind: 'panFront', draw: drawOldPan },
  { kind: 'aadhaarFront', draw: drawAadhaarFront },
  { kind: 'aadhaarBack', draw: drawAadhaarBack },
] as const;

/** A photo of the test set: each number gives one photo, of its own person. */
export async function samplePhoto(number: number): Promise<{
  kind: (typeof CARDS)[number]['kind'];
  look: (typeof READABLE_LOOKS)[number];
  person: SamplePerson;
  jpeg: Buffer;
}> {
  const look = READABLE_LOOKS[number % READABLE_LOOKS.length]!;
  const { kind, draw } = CARDS[Math.floor(number / READABLE_LOOKS.length) % CARDS.length]!;
  const seed = 1000 + number;
  const person = samplePerson(seed);

  return { kind, look, person, jpeg: await draw(person, { look, seed }) };
}
