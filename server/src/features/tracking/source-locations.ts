import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

type Frame = { readonly file: string; readonly line: number; readonly column: number };

/** Where the build leaves the maps of its files: beside what is served, and never served itself. */
const MAPS = fileURLToPath(new URL('../../../../web/dist/.vite/maps/', import.meta.url));
/** Maps opened last, by path; a large one takes some megabytes. */
const MOST_OPEN = 4;
const opened = new Map<string, Promise<TraceMap | null>>();

/**
 * Where in the source the places of built files lie, as `src/loans/loan.tsx:12 save`; as they came where no map of the file
 * is known, which is so of a page older than the build.
 */
export async function sourcePlaces(frames: readonly Frame[], folder: string = MAPS): Promise<string[]> {
  return Promise.all(
    frames.map(async ({ file, line, column }) => {
      const map = await openMap(`${folder}${file}.map`);
      // Maps count columns from 0, stacks from 1.
      const found = map && originalPositionFor(map, { line, column: column - 1 });
      if (!found || found.source === null) return `${file}:${line}:${column}`;
      const place = `${found.source.replace(/^(\.\.\/)+/, '')}:${found.line}`;
      return found.name === null ? place : `${place} ${found.name}`;
    }),
  );
}

function openMap(path: string): Promise<TraceMap | null> {
  const known = opened.get(path);
  opened.delete(path);
  const map = known ?? readMap(path);
  opened.set(path, map);
  // One that could not be read is tried again with the next fault.
  if (!known) map.catch(() => opened.delete(path));
  for (const oldest of opened.keys()) {
    if (opened.size <= MOST_OPEN) break;
    opened.delete(oldest);
  }
  return map;
}

async function readMap(path: string): Promise<TraceMap | null> {
  try {
    return new TraceMap(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
