import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveSourceLocations } from './source-locations.ts';

let folder: string;
let text: string;

beforeAll(async () => {
  folder = `${await mkdtemp(join(tmpdir(), 'noren-maps-'))}/`;

  // One generated line: column 0 maps to line 3, name `save`; column 4 maps to line 9, no name.
  const map = {
    version: 3,
    sources: ['../../src/loans/loan.tsx'],
    names: ['save'],
    mappings: 'AAEAA,IAMA',
  };
  text = JSON.stringify(map);
  await writeFile(`${folder}home-Cd2.js.map`, text);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  [
    'at its column, counted from 1',
    { file: 'home-Cd2.js', line: 1, column: 1 },
    'src/loans/loan.tsx:3 save',
  ],
  ['after it', { file: 'home-Cd2.js', line: 1, column: 40 }, 'src/loans/loan.tsx:9'],
  [
    'on a line the map does not have',
    { file: 'home-Cd2.js', line: 7, column: 1 },
    'home-Cd2.js:7:1',
  ],
  ['in a file of another build', { file: 'home-Old.js', line: 1, column: 1 }, 'home-Old.js:1:1'],
])('a frame %s', async (_, frame, location) => {
  expect(await resolveSourceLocations([frame], folder)).toEqual([location]);
});

test('a source map that could not be read is retried', async () => {
  const frame = { file: 'late-Ef3.js', line: 1, column: 1 };
  await writeFile(`${folder}${frame.file}.map`, text.slice(0, -1));
  await expect(resolveSourceLocations([frame], folder)).rejects.toThrow();
  await writeFile(`${folder}${frame.file}.map`, text);
  expect(await resolveSourceLocations([frame], folder)).toEqual(['src/loans/loan.tsx:3 save']);
});
