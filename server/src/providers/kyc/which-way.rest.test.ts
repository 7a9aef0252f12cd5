import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawAadhaarBack, drawPan } from '../../sandbox/samples/draw-documents.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { isOnItsSide } from './which-way.ts';

test.each(['clean', 'tilted', 'blurred', 'lowLight', 'glare', 'compressed'] as const)(
  'vertical print is distinguished from horizontal print: %s',
  async (look) => {
    for (const draw of [drawPan, drawAadhaarBack]) {
      const photo = await draw(samplePerson(41), { look, seed: 41 });
      const ways = await Promise.all(
        [0, 90, 180, 270].map((by) => sharp(photo).rotate(by).jpeg().toBuffer()),
      );
      expect(await Promise.all(ways.map(isOnItsSide))).toEqual([false, true, false, true]);
    }
  },
);
