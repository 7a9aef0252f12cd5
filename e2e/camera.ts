import { writeFileSync } from 'node:fs';
import { chromium as engine } from '@playwright/test';
import { samplePicture } from './sandbox.ts';

const FRAME = { width: 640, height: 480 };
const FRAMES = 3;

/** Makes the film of the fake camera: the sandbox's drawn face, whole, in the middle of a landscape frame. */
export async function filmSelfie(given: { chromium: string; url: string; to: string }): Promise<void> {
  const selfie = await samplePicture(given.url, 'selfie');
  const browser = await engine.launch({ executablePath: given.chromium });
  try {
    const page = await browser.newPage();
    const frame = await page.evaluate(drawFrame, { ...FRAME, picture: selfie.toString('base64') });
    writeFileSync(given.to, Buffer.concat(Array.from({ length: FRAMES }, () => Buffer.from(frame, 'base64'))));
  } finally {
    await browser.close();
  }
}

/** Runs in the page: the picture fitted into a frame, as the base64 of a JPEG. */
async function drawFrame(given: { width: number; height: number; picture: string }): Promise<string> {
  const image = new Image();
  image.src = `data:image/jpeg;base64,${given.picture}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: given.width, height: given.height });
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  pen.fillStyle = '#8f99a3';
  pen.fillRect(0, 0, given.width, given.height);
  const scale = Math.min(given.width / image.width, given.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  pen.drawImage(image, (given.width - width) / 2, (given.height - height) / 2, width, height);
  return canvas.toDataURL('image/jpeg', 0.9).replace(/^[^,]*,/, '');
}
