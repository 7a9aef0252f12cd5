/** Sensor noise, in place, on interleaved RGB bytes. */
export function addGrain(
  pixels: Buffer,
  { seed, strength }: { seed: number; strength: number },
): void {
  let state = (seed * 2654435761) >>> 0;
  for (let i = 0; i < pixels.length; i += 3) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;

    const shift = ((state >>> 16) / 65535 - 0.5) * strength;
    for (let k = i; k < i + 3; k++) {
      const level = pixels[k]! + shift;
      pixels[k] = level < 0 ? 0 : level > 255 ? 255 : level;
    }
  }
}
