import { POSES } from '@noren/core/people/liveness';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { makeKycEngine } from '../../providers/kyc/engine.ts';
import { readPose } from './faces.ts';
import { samplePhoto } from './photo-set.ts';

/**
 * The program of `npm run bench -- ocr`: reads sample photos, checks some faces, and prints a line
 * of JSON for each photo and one of totals. Argument: the number of photos.
 */

const wanted = Number(process.argv[2] ?? 240);
/** Photos are drawn before they are read, so that drawing is not measured. */
const BATCH = 24;
const FACE_CHECKS = 6;

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

type Photo = Awaited<ReturnType<typeof samplePhoto>>;

/** The printed values of the card, by the field they are read into. */
function printed({ kind, person }: Photo): OcrFields {
  const { name, fatherName, birthDay, gender, pan, aadhaar, address, pin } = person;
  const day = birthDay as NonNullable<OcrFields['birthDay']>;

  switch (kind) {
    case 'panFront':
      return { pan, birthDay: day, name: name.toUpperCase(), fatherName: fatherName.toUpperCase() };
    case 'aadhaarFront':
      return { aadhaar, birthDay: day, name, gender };
    case 'aadhaarBack':
      return { aadhaar, address, pin };
    default:
      return kind satisfies never;
  }
}

type Engine = ReturnType<typeof makeKycEngine>;
type DocumentReading = Awaited<ReturnType<Engine['readDocument']>>;

/** Why the picture would be refused, as the reading call decides. */
function findRefusal({ reading, fault }: DocumentReading, masked: boolean | null): string | null {
  if (reading.outcome !== 'read')
    return reading.outcome === 'wrong_document' ? reading.outcome : (fault ?? 'unreadable');
  if (fault !== null && fault !== 'unreadable' && reading.missing.length > 2) return fault;
  return masked === false ? (fault ?? 'cannot_mask') : null;
}

async function readOne(engine: Engine, photo: Photo): Promise<object> {
  const began = performance.now();
  const worked = process.cpuUsage();
  const taken = await engine.intake(photo.jpeg);
  if (!taken.ok) throw new Error(`a sample photo was refused: ${taken.reason}`);

  const read = await engine.readDocument(taken.image.jpeg, photo.kind);
  const readMs = performance.now() - began;
  const { user, system } = process.cpuUsage(worked);
  const readWorkMs = (user + system) / 1_000;
  const masked = photo.kind === 'panFront' ? null : (await engine.maskAadhaar(read)).ok;
  const got: OcrFields = read.reading.outcome === 'read' ? read.reading.fields : {};
  const fields = Object.entries(printed(photo)).map(([field, value]) => ({
    field,
    isRight: got[field as keyof OcrFields] === value,
    isFilled: got[field as keyof OcrFields] !== undefined,
    isDoubted: read.uncertain.includes(field as keyof OcrFields),
  }));
  const { kind, look } = photo;
  const allMs = performance.now() - began;

  return {
    kind,
    look,
    readMs,
    readWorkMs,
    allMs,
    masked,
    refusal: findRefusal(read, masked),
    fields,
  };
}

interface ReadRun {
  readonly from: number;
  readonly count: number;
  readonly atOnce: number;
  report(result: object): void;
}

/**
 * Reads photos of the set.
 * @returns milliseconds of reading, without drawing
 */
async function readAll(engine: Engine, { from, count, atOnce, report }: ReadRun): Promise<number> {
  let spent = 0;
  for (let first = from; first < from + count; first += BATCH) {
    const photos: Photo[] = [];
    for (let i = first; i < Math.min(from + count, first + BATCH); i++)
      photos.push(await samplePhoto(i));

    const began = performance.now();

    const readInTurn = async (): Promise<void> => {
      for (let photo = photos.shift(); photo; photo = photos.shift())
        report(await readOne(engine, photo));
    };

    await Promise.all(Array.from({ length: atOnce }, readInTurn));
    spent += performance.now() - began;
  }

  return spent;
}

async function checkFaces(engine: Engine): Promise<number> {
  const frames = await Promise.all(POSES.map((pose) => readPose(pose)));
  await engine.checkFrames({ frames, ahead: 0 });

  const began = performance.now();
  for (let i = 0; i < FACE_CHECKS; i++) await engine.checkFrames({ frames, ahead: 0 });

  return performance.now() - began;
}

const alone = makeKycEngine({ ocrWorkers: 1, jobMs: 240_000 });
await alone.warm();
await readAll(alone, { from: 0, count: wanted, atOnce: 1, report: say });
const faceMs = await checkFaces(alone);
await alone.close();
const pool = makeKycEngine({ jobMs: 240_000 });
await pool.warm();
const inPool = Math.min(wanted, 2 * BATCH);

const poolMs = await readAll(pool, {
  from: wanted,
  count: inPool,
  atOnce: 4,
  report: () => undefined,
});

await pool.close();
say({ poolMs, inPool, faceChecks: FACE_CHECKS, faceMs });
