import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

type Frame = { readonly file: string; readonly line: number; readonly column: number };

/** Source maps of the build; never served. */
const MAPS_FOLDER = fileURLToPath(new URL('../../../../web/dist/.vite/maps/', import.meta.url));
/** Each parsed map takes up to some megabytes. */
const MAX_CACHED_MAPS = 4;
const cachedMaps = new Map<string, Promise<TraceMap | null>>();

/**
 * Maps stack frames of built files to source locations such as
 * `src/features/loans/loan.tsx:12 save`. A frame without a source map, for example from an older
 * build, is returned as `file:line:column`.
 */
export async function resolveSourceLocations(
  frames: readonly Frame[],
  folder: string = MAPS_FOLDER,
): Promise<string[]> {
  return Promise.all(
    frames.map(async ({ file, line, column }) => {
      const map = await openMap(`${folder}${file}.map`);
      // Maps count columns from 0, stacks from 1.
      const position = map && originalPositionFor(map, { line, column: column - 1 });
      if (!position || position.source === null) return `${file}:${line}:${column}`;

      const location = `${position.source.replace(/^(\.\.\/)+/, '')}:${position.line}`;
      return position.name === null ? location : `${location} ${position.name}`;
    }),
  );
}

function openMap(path: string): Promise<TraceMap | null> {
  const cached = cachedMaps.get(path);
  cachedMaps.delete(path);

  const map = cached ?? readMap(path);
  cachedMaps.set(path, map);
  // Drop a failed read from the cache, so that the next error retries it.
  if (!cached) map.catch(() => cachedMaps.delete(path));

  for (const oldest of cachedMaps.keys()) {
    if (cachedMaps.size <= MAX_CACHED_MAPS) break;
    cachedMaps.delete(oldest);
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
