import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/** What is there without a network from the first visit on, besides the page's own entry; found by the end of its path. */
const NEEDED = [
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
/** What is larger (the face engine) is left to the browser's own cache. */
const MOST_BYTES = 300_000;
const APP = /[\\/]web[\\/]src[\\/]app[\\/]main\.tsx$/;
/** All of what is kept from the first visit on, in bytes before it is packed: a phone loads it with every release. */
const MOST_NEEDED_BYTES = 900_000;
const KEPT = /\.(js|css|woff2)$/;

type Bundle = Rolldown.OutputBundle;

/**
 * Builds `src/pwa/service-worker.ts` into `/service-worker.js` with the names of this build's files written into it: those
 * that must be there without a network, and the rest, which are kept once they were used. A second worker,
 * `/service-worker-off.js`, takes the place of the first where the server is told to switch it off.
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
        const id = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 12);
        const define = { BUILD: JSON.stringify({ id, ...files }) };
        for (const [fileName, source] of Object.entries(WORKERS))
          this.emitFile({ type: 'asset', fileName, source: await buildAlone(source, define) });
      },
    },
  };
}

/** A worker's script is one file that imports nothing. */
async function buildAlone(source: URL, define: Record<string, string>): Promise<string> {
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

/** The addresses of this build's files. @throws when a screen that must be there without a network is in no chunk */
function listFiles(bundle: Bundle): { needed: string[]; rest: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  // The app's own chunk is not always told of as an entry.
  const isApp = ({ isEntry, moduleIds }: Rolldown.OutputChunk) => isEntry || moduleIds.some((id) => APP.test(id));
  const entries = new Set(chunks.flatMap((chunk) => (isApp(chunk) ? [chunk.fileName] : [])));
  const needed = new Set<string>();
  const take = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (needed.has(fileName) || chunk?.type !== 'chunk') return;
    needed.add(fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) needed.add(style);
    chunk.imports.forEach(take);
    // The parts of a screen are opened without a network too; the entry's are the other screens.
    if (!entries.has(fileName)) chunk.dynamicImports.forEach(take);
  };
  for (const fileName of entries) take(fileName);
  for (const path of NEEDED) {
    // A module that several parts share is in one chunk and asked for by another.
    const holders = chunks.filter((chunk) =>
      [chunk.facadeModuleId, ...chunk.moduleIds].some((id) => id?.endsWith(path)),
    );
    if (holders.length === 0) throw new Error(`the service worker keeps ${path}, which no chunk holds`);
    for (const { fileName } of holders) take(fileName);
  }
  const sizeOf = (file: Bundle[string]) => (file.type === 'chunk' ? file.code : file.source).length;
  const isSmall = (file: Bundle[string] | undefined) => file !== undefined && sizeOf(file) <= MOST_BYTES;
  const rest = Object.keys(bundle).filter((name) => KEPT.test(name) && !needed.has(name) && isSmall(bundle[name]));
  const weight = [...needed].reduce((sum, name) => sum + (bundle[name] ? sizeOf(bundle[name]) : 0), 0);
  if (weight > MOST_NEEDED_BYTES)
    throw new Error(`the service worker would keep ${weight} bytes from the first visit on`);
  const address = (name: string) => `/${name}`;
  return { needed: [...needed].sort().map(address), rest: rest.sort().map(address) };
}
