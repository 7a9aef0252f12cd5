import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawAadhaarBack, drawPan } from '../../sandbox/samples/draw-documents.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { isOnItsSide } from './which-way.ts';

test.each(['clean', 'tilted', 'blurred', 'lowLight', 'glare', 'compressed'] as const)(
  'print that stands on its side is told from upright print: %s',
  async (look) => {
    for (const draw of [drawPan, drawAadhaarBack]) {
      const photo = await draw(samplePerson(41), { look, seed: 41 });
      const turned = await Promise.all(
        [0, 90, 180, 270].map((degrees) => sharp(photo).rotate(degrees).jpeg().toBuffer()),
      );

      expect(await Promise.all(turned.map(isOnItsSide))).toEqual([false, true, false, true]);
    }
  },
);
