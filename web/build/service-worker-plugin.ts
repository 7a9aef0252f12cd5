import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/**
 * Modules available offline from the first visit on, besides the app's entry; matched by the end of
 * their path.
 */
const PRECACHED_MODULES = [
  'src/features/account/user.tsx',
  'src/api/hooks.tsx',
  'src/api/onboarding-status.ts',
  'src/api/wire.ts',
  'src/features/loans/home.tsx',
  'src/features/login/calls.ts',
  'src/features/orders/order.tsx',
  'src/features/repayment/repay.tsx',
  'src/pwa/service-worker-start.ts',
  'src/pwa/order-cache.ts',
  'src/app/offline-view.tsx',
  'src/pwa/update-offer.tsx',
  'virtual:messages/en',
  'virtual:messages/daily-en',
  'virtual:messages/rest-en',
];

const WORKERS = {
  'service-worker.js': new URL('../src/pwa/service-worker.ts', import.meta.url),
  'service-worker-off.js': new URL('../src/pwa/service-worker-off.ts', import.meta.url),
};

/** Larger files (the face engine) are left to the browser's HTTP cache. */
const MAX_FILE_BYTES = 300_000;
const APP = /[\\/]web[\\/]src[\\/]app[\\/]main\.tsx$/;
/**
 * Upper bound of the precache, in uncompressed bytes: a phone loads it again with every release.
 */
const MAX_PRECACHE_BYTES = 900_000;
const CACHED = /\.(js|css|woff2)$/;

type Bundle = Rolldown.OutputBundle;

/**
 * Builds `src/pwa/service-worker.ts` into `/service-worker.js` with the names of this build's
 * files: those to precache, and the rest, which are cached when they are first used. The server
 * sends `/service-worker-off.js` instead when the service worker is switched off.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'noren-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        if (this.environment.name !== 'client') return;

        const files = listFiles(bundle);
        const id = createHash('sha256')
          .update(JSON.stringify(files))
          .digest('base64url')
          .slice(0, 12);
        const define = { BUILD: JSON.stringify({ id, ...files }) };

        for (const [fileName, source] of Object.entries(WORKERS))
          this.emitFile({ type: 'asset', fileName, source: await buildWorker(source, define) });
      },
    },
  };
}

/** A worker's script must be a single file without imports. */
async function buildWorker(source: URL, define: Record<string, string>): Promise<string> {
  const input = fileURLToPath(source);
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: ['chrome111', 'safari16.4'],
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;

  return output[0].code;
}

/**
 * The URLs of this build's files.
 * @throws when no chunk contains a precached module
 */
function listFiles(bundle: Bundle): { precached: string[]; rest: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  // Rolldown does not always mark the app's own chunk as an entry.
  const isApp = ({ isEntry, moduleIds }: Rolldown.OutputChunk) =>
    isEntry || moduleIds.some((id) => APP.test(id));
  const entries = new Set(chunks.flatMap((chunk) => (isApp(chunk) ? [chunk.fileName] : [])));
  const precached = new Set<string>();

  const take = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (precached.has(fileName) || chunk?.type !== 'chunk') return;

    precached.add(fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) precached.add(style);
    chunk.imports.forEach(take);
    // The lazy parts of a precached screen must work offline too; the entry's lazy parts are the
    // other screens.
    if (!entries.has(fileName)) chunk.dynamicImports.forEach(take);
  };

  for (const fileName of entries) take(fileName);

  for (const path of PRECACHED_MODULES) {
    // A shared module may be in one chunk and be the facade of another.
    const containers = chunks.filter((chunk) =>
      [chunk.facadeModuleId, ...chunk.moduleIds].some((id) => id?.endsWith(path)),
    );
    if (containers.length === 0)
      throw new Error(`no chunk contains ${path}, which the service worker precaches`);

    for (const { fileName } of containers) take(fileName);
  }

  const measureSize = (file: Bundle[string]) =>
    (file.type === 'chunk' ? file.code : file.source).length;
  const isSmall = (file: Bundle[string] | undefined) =>
    file !== undefined && measureSize(file) <= MAX_FILE_BYTES;
  const rest = Object.keys(bundle).filter(
    (name) => CACHED.test(name) && !precached.has(name) && isSmall(bundle[name]),
  );
  const weight = [...precached].reduce(
    (sum, name) => sum + (bundle[name] ? measureSize(bundle[name]) : 0),
    0,
  );
  if (weight > MAX_PRECACHE_BYTES)
    throw new Error(`the service worker would precache ${weight} bytes`);

  const address = (name: string) => `/${name}`;
  return { precached: [...precached].sort().map(address), rest: rest.sort().map(address) };
}
