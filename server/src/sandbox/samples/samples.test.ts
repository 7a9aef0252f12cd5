import { type BusinessDay, isBorrowerAge, isBusinessDay } from '@noren/core/money/time';
import { checkAadhaar, checkPan, checkPinCode } from '@noren/core/people/identity-numbers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPan } from './draw-documents.ts';
import { readSelfie } from './faces.ts';
import { samplePerson } from './sample-person.ts';

test('200 sample people have valid, unique numbers and an age at which they may borrow', () => {
  const people = Array.from({ length: 200 }, (_, seed) => samplePerson(seed));

  for (const person of people) {
    expect(checkPan(person.pan)).toEqual({ ok: true, value: person.pan });
    expect(checkAadhaar(person.aadhaar)).toEqual({ ok: true, value: person.aadhaar });
    expect(checkPinCode(person.pin).ok).toBe(true);
    expect(isBusinessDay(person.birthDay)).toBe(true);
    expect(isBorrowerAge(person.birthDay as BusinessDay, '2026-11-20' as BusinessDay)).toBe(true);
    expect(person.fatherName).not.toBe(person.name);
    expect(person.pan[4]).toBe(person.name.split(' ').at(-1)![0]);
  }

  expect(new Set(people.map((person) => person.pan)).size).toBe(200);
  expect(new Set(people.map((person) => person.aadhaar)).size).toBe(200);
});

test('the same seed gives the same person and photo; another seed gives others', async () => {
  expect(samplePerson(5)).toEqual(samplePerson(5));
  expect(samplePerson(5)).not.toEqual(samplePerson(6));

  const photo = (seed: number) => drawPan(samplePerson(5), { look: 'tilted', seed });
  const [one, again, other] = await Promise.all([photo(1), photo(1), photo(2)]);

  expect(one.equals(again)).toBe(true);
  expect(one.equals(other)).toBe(false);
});

test('documents and selfie have a phone photo’s size', async () => {
  expect(await sharp(await drawPan(samplePerson(1))).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1600,
    height: 1200,
  });
  expect(await sharp(await readSelfie()).metadata()).toMatchObject({
    format: 'jpeg',
    width: 900,
    height: 1200,
  });
});
