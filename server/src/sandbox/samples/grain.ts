/** Sensor noise, in place, on interleaved RGB bytes. */
export function addGrain(pixels: Buffer, { seed, strength }: { seed: number; strength: number }): void {
  let state = (seed * 2654435761) >>> 0;
  for (let i = 0; i < pixels.length; i += 3) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const shift = ((state >>> 16) / 65535 - 0.5) * strength;
    for (let k = 0; k < 3; k++) pixels[i + k] = Math.max(0, Math.min(255, pixels[i + k]! + shift));
  }
}
