import { writeFileSync } from 'node:fs';
import { type Film, sampleFilm } from './sandbox.ts';

/** What a browser is started with so that its camera plays a film, and pages may use it unasked. */
export function cameraArguments(path: string): string[] {
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${path}`,
  ];
}

/** Fetches a film of the sandbox's drawn people into a file. */
export async function downloadFilm({ url, film, to }: { url: string; film: Film; to: string }): Promise<void> {
  writeFileSync(to, await sampleFilm(url, film));
}
