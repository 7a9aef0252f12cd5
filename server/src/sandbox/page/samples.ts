import { generateKeyPairSync } from 'node:crypto';
import { encodeCodePhoto } from '../samples/code-photo.ts';
import { drawAadhaarBack, drawAadhaarFront, drawPan } from '../samples/draw-documents.ts';
import { readSelfie } from '../samples/faces.ts';
import type { PhotoLook } from '../samples/photo-variants.ts';
import type { SamplePerson } from '../samples/sample-person.ts';
import { alterCode, layOutCode, type SampleIssuer, signCode } from '../samples/sign-code.ts';

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
  draw(
    person: SamplePerson,
    variant: { look: PhotoLook; seed: number },
    issuer: SampleIssuer,
  ): Promise<Buffer>;
}

type Draw = SampleKind['draw'];

const drawBack: Draw = async (person, variant, issuer) =>
  drawAadhaarBack(person, variant, signCode(await layOut(person), issuer));

/** A card without a code: its holder needs an offline file. */
const drawPlain: Draw = (person, variant) => drawAadhaarBack(person, variant);

/** Another name under the issuer's signature. */
const drawAltered: Draw = async (person, variant, issuer) => {
  const genuine = await layOut(person);
  const name = [...person.name].reverse().join('');
  const forged = await layOut({ ...person, name });
  return drawAadhaarBack(person, variant, alterCode({ genuine, forged }, issuer));
};

/** All that a genuine code has, signed by somebody else. */
const drawStranger: Draw = async (person, variant) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return drawAadhaarBack(person, variant, signCode(await layOut(person), { privateKey }));
};

/** A version of the code that does not exist yet. */
const drawFuture: Draw = async (person, variant, issuer) => {
  const payload = await layOut(person);
  payload.write('V9', 'latin1');
  return drawAadhaarBack(person, variant, signCode(payload, issuer));
};

/** The genuine code of another person, on this person's card. */
const drawOther: Draw = async (person, variant, issuer) => {
  const other = {
    ...person,
    name: person.fatherName,
    birthDay: '1961-05-17',
    aadhaar: '000000000019',
  };
  return drawAadhaarBack(person, variant, signCode(await layOut(other), issuer));
};

async function layOut(person: SamplePerson): Promise<Buffer> {
  codePhoto ??= readSelfie().then(encodeCodePhoto);
  return layOutCode(person, { photo: await codePhoto });
}

let codePhoto: Promise<Buffer> | undefined;

/** The documents of a person. All invented people share one drawn face. */
export const SAMPLE_KINDS = {
  'pan-front': { name: 'PAN card', looks: LOOK_IDS, draw: drawPan },
  'aadhaar-front': { name: 'Aadhaar, front', looks: LOOK_IDS, draw: drawAadhaarFront },
  'aadhaar-back': { name: 'Aadhaar, back', looks: LOOK_IDS, draw: drawBack },
  'aadhaar-plain': { name: 'Aadhaar, back without a code', looks: ['clean'], draw: drawPlain },
  'code-altered': { name: 'Forged: the code altered', looks: ['clean'], draw: drawAltered },
  'code-stranger': { name: 'Forged: another signature', looks: ['clean'], draw: drawStranger },
  'code-future': { name: 'Forged: unknown version', looks: ['clean'], draw: drawFuture },
  'code-other': { name: 'Another person’s code', looks: ['clean'], draw: drawOther },
  selfie: { name: 'Selfie', looks: ['clean'], draw: readSelfie },
} as const satisfies Record<string, SampleKind>;

type KindId = keyof typeof SAMPLE_KINDS;
export const KIND_IDS = Object.keys(SAMPLE_KINDS) as [KindId, ...KindId[]];

/** A sample as JPEG; null when this kind has no such look. */
export async function drawSample(
  person: SamplePerson,
  kind: KindId,
  look: LookId,
  issuer: SampleIssuer,
): Promise<Buffer | null> {
  const { looks, draw }: SampleKind = SAMPLE_KINDS[kind];
  return looks.includes(look)
    ? draw(person, { look: SAMPLE_LOOKS[look].look, seed: 1 }, issuer)
    : null;
}
