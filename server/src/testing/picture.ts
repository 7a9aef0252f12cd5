import sharp from 'sharp';

/** A picture as a borrower sends one: a PNG of 400 × 600. */
export async function aPicture(): Promise<Blob> {
  const drawn = sharp({ create: { width: 400, height: 600, channels: 3, background: '#eeeeee' } });
  return new Blob([new Uint8Array(await drawn.png().toBuffer())], { type: 'image/png' });
}
