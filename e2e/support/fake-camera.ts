import { writeFileSync } from 'node:fs';
import { type Film, sampleFilm } from './sandbox.ts';

/** Arguments for a browser whose camera plays a film and may be used without permission. */
export function cameraArguments(path: string): string[] {
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${path}`,
  ];
}

/** Writes a film of the sandbox's drawn people to a file. */
export async function downloadFilm({
  url,
  film,
  to,
}: {
  url: string;
  film: Film;
  to: string;
}): Promise<void> {
  writeFileSync(to, await sampleFilm(url, film));
}
