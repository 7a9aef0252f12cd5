import { existsSync } from 'node:fs';
import type { DocumentKind } from '@noren/core/ocr-read';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { drawAadhaarBack, drawAadhaarFront, drawPan } from '../../sandbox/samples/draw-documents.ts';
import type { PhotoLook } from '../../sandbox/samples/photo-variants.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { maskAadhaar } from './mask-aadhaar.ts';
import { readDocument } from './ocr.ts';
import { makeOcrPool } from './ocr-pool.ts';

const pool = makeOcrPool();
afterAll(() => pool.close());

const draw = { panFront: drawPan, aadhaarFront: drawAadhaarFront, aadhaarBack: drawAadhaarBack };
const blank = () => sharp({ create: { width: 800, height: 600, channels: 3, background: '#777777' } });

test.each<[PhotoLook, number]>([
  ['clean', 1],
  ['tilted', 3],
  ['blurred', 4],
  ['lowLight', 5],
])('every field of %s photos of person %i is read exactly', async (look, seed) => {
  const person = samplePerson(seed);
  const read = async (kind: DocumentKind) => readDocument(pool, await draw[kind](person, { look, seed }), kind);
  const [pan, front, back] = await Promise.all([read('panFront'), read('aadhaarFront'), read('aadhaarBack')]);
  const { birthDay, gender, aadhaar, address, pin } = person;
  const [name, fatherName] = [person.name.toUpperCase(), person.fatherName.toUpperCase()];
  expect(pan.reading).toEqual({
    outcome: 'read',
    missing: [],
    fields: { pan: person.pan, name, fatherName, birthDay },
  });
  expect(front.reading).toMatchObject({ fields: { aadhaar, name: person.name, birthDay, gender } });
  expect(back.reading).toMatchObject({ fields: { aadhaar, address, pin } });
  expect(pan.confidence).toBeGreaterThan(50);
});

test('the wrong document is told apart, an empty picture is unreadable', async () => {
  const person = samplePerson(6);
  const [pan, front] = await Promise.all([drawPan(person), drawAadhaarFront(person)]);
  expect((await readDocument(pool, pan, 'aadhaarFront')).reading).toEqual({
    outcome: 'wrong_document',
    seen: 'panFront',
  });
  expect((await readDocument(pool, front, 'aadhaarBack')).reading).toEqual({
    outcome: 'wrong_document',
    seen: 'aadhaarFront',
  });
  expect((await readDocument(pool, await blank().jpeg().toBuffer(), 'panFront')).reading.outcome).toBe('unreadable');
});

test.each<['aadhaarFront' | 'aadhaarBack', PhotoLook, number]>([
  ['aadhaarFront', 'clean', 7],
  ['aadhaarBack', 'tilted', 8],
])('the stored %s, %s, keeps only the last four digits of its number', async (kind, look, seed) => {
  const person = samplePerson(seed);
  const masked = await maskAadhaar(pool, await draw[kind](person, { look, seed }));
  if (!masked.ok) throw new Error(masked.reason);
  const { reading, text } = await readDocument(pool, masked.jpeg, kind);
  expect(reading).toMatchObject({ outcome: 'read', missing: ['aadhaar'] });
  expect(text).toContain(person.aadhaar.slice(8));
  expect(text).not.toContain(person.aadhaar.slice(0, 4));
  expect(text).not.toContain(person.aadhaar.slice(4, 8));
});

test('a picture in which no number is found may not be kept as an Aadhaar', async () => {
  const nothing = await blank().jpeg().toBuffer();
  for (const jpeg of [nothing, await drawPan(samplePerson(9))]) {
    expect(await maskAadhaar(pool, jpeg)).toEqual({ ok: false, reason: 'cannot_mask' });
  }
});

test('bytes that are no picture fail their own job only', async () => {
  // The engine's core complains of these on standard error, by itself.
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const rubbish = [Buffer.from('not a picture'), Buffer.alloc(0), Buffer.alloc(5000, 0xff)];
  for (const bytes of rubbish) {
    await expect(pool.recognise(bytes)).rejects.toMatchObject({ reason: 'crashed' });
    await expect(readDocument(pool, bytes, 'panFront')).rejects.toThrow();
  }
  errors.mockRestore();
  const person = samplePerson(10);
  expect((await readDocument(pool, await drawPan(person), 'panFront')).reading).toMatchObject({
    fields: { pan: person.pan },
  });
});

test('too many at once are refused as busy, a late job as a time-out, and the pool still closes', async () => {
  const small = await blank().resize(200).png().toBuffer();
  const tight = makeOcrPool({ workers: 1, waiting: 2 });
  const ends = await Promise.allSettled(Array.from({ length: 6 }, () => tight.recognise(small)));
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(3);
  expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.reason] : []))).toEqual([
    'busy',
    'busy',
    'busy',
  ]);
  await tight.close();
  await expect(tight.recognise(small)).rejects.toMatchObject({ reason: 'closed' });

  const hasty = makeOcrPool({ workers: 1, jobMs: 1 });
  const big = await drawPan(samplePerson(11));
  for (let i = 0; i < 2; i++) await expect(hasty.recognise(big)).rejects.toMatchObject({ reason: 'timeout' });
  await hasty.close();
});

test('the language data comes from the installed package and is written nowhere', () => {
  expect(existsSync('eng.traineddata')).toBe(false);
});
