import { addGrain } from '@noren/server/src/sandbox/samples/grain.ts';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { faceSvg } from './face-svg.ts';

/** A selfie of the first drawn face, 900 × 1200 JPEG. */
export async function drawSelfie(): Promise<Buffer> {
  const face = faceSvg(1, { x: 0, width: 600, height: 800 });
  const picture = new Resvg(face, {
    font: { loadSystemFonts: false },
    fitTo: { mode: 'width', value: 900 },
  }).render();
  const raw = { width: picture.width, height: picture.height, channels: 4 } as const;
  const { data, info } = await sharp(picture.pixels, { raw })
    .removeAlpha()
    .blur(1.1)
    .raw()
    .toBuffer({ resolveWithObject: true });

  addGrain(data, { seed: 7, strength: 14 });

  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}
