import type { Plugin, Rolldown } from 'vite';

const NAME = 'rolldown-runtime';
const HOST = 'react';
/** What the host hands on the runtime's exports as; it has no such exports of its own. */
const HANDED = ['x', 'y', 'z', 'w', 'v', 'u'];
const LOCAL = '$runtime';

/**
 * Puts the bundler's runtime, a file of a few hundred bytes, into the file of the library, which is loaded with every
 * screen and alone needs it first: a request of its own costs a phone a connection.
 */
export function bundlerRuntime(): Plugin {
  return {
    name: 'noren-runtime-in-library',
    apply: 'build',
    enforce: 'pre',
    // A file of the former build must not stand for one with the runtime, or with another bundler's.
    augmentChunkHash({ name }) {
      return name === HOST ? `runtime of ${this.meta.rolldownVersion}` : undefined;
    },
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const runtime = chunks.find(({ name }) => name === NAME);
        const host = chunks.find(({ name }) => name === HOST);
        // A worker's build has neither.
        if (!runtime || !host) return;
        const names = exportsOf(runtime.code);
        const handed = new Map([...names.keys()].map((name, at) => [name, HANDED[at] ?? '']));
        const taken = [...exportsOf(host.code).keys(), ''];
        if (host.code.includes(LOCAL) || [...handed.values()].some((name) => taken.includes(name)))
          throw new Error(`${host.fileName} has names of its own for what ${runtime.fileName} hands on`);
        for (const chunk of chunks)
          if (chunk !== runtime && chunk !== host) importFrom(chunk, { runtime, host, handed });
        takeIn(host, { runtime, names, handed });
        const asking = chunks.find((chunk) => chunk !== runtime && chunk.code.includes(baseOf(runtime.fileName)));
        if (asking) throw new Error(`${asking.fileName} asks for ${runtime.fileName} in a way not foreseen`);
        delete bundle[runtime.fileName];
      },
    },
  };
}

/** Pairs of a list of exports or imports: 'a as b,c' is a with b and c with c. */
const pairsOf = (list: string): [string, string][] =>
  list.split(',').map((one) => {
    const [named = '', as = named] = one.trim().split(/\s+as\s+/);
    return [named, as];
  });

/** Exported names and what they are called inside. */
function exportsOf(code: string): Map<string, string> {
  const [, list = ''] = /export\s*\{([^}]*)\};?\s*$/.exec(code) ?? [];
  return new Map(pairsOf(list).map(([inside, outside]) => [outside, inside]));
}

const importOf = ({ fileName }: Rolldown.OutputChunk): RegExp =>
  new RegExp(`import\\{([^}]*)\\}from(["'])\\./${baseOf(fileName).replaceAll('.', '\\.')}\\2`, 'g');

const baseOf = (fileName: string): string => fileName.split('/').at(-1) ?? fileName;

interface Move {
  readonly runtime: Rolldown.OutputChunk;
  readonly handed: ReadonlyMap<string, string>;
}

/** What is written is as long as what was: the source map stays right. */
function importFrom(
  chunk: Rolldown.OutputChunk,
  { runtime, host, handed }: Move & { host: Rolldown.OutputChunk },
): void {
  chunk.code = chunk.code.replace(importOf(runtime), (whole, list: string, quote: string) => {
    const names = pairsOf(list).map(([outside, inside]) => `${handed.get(outside)} as ${inside}`);
    const from = `./${baseOf(host.fileName)}`;
    return `import{${names.join(',')}}from${quote}${from}${quote}`.padEnd(whole.length);
  });
  chunk.code = chunk.code.replaceAll(runtime.fileName, host.fileName);
  chunk.imports = [...new Set(chunk.imports.map((name) => (name === runtime.fileName ? host.fileName : name)))];
}

/** The runtime stands on a line of its own before the host, of which the source map leaves out one line. */
function takeIn(host: Rolldown.OutputChunk, { runtime, names, handed }: Move & { names: Map<string, string> }): void {
  const inner = runtime.code.replace(/export\s*\{[^}]*\};?\s*$/, '').replace(/\/\/# sourceMappingURL.*$/m, '');
  const given = [...names].map(([outside, inside]) => `${outside}:${inside}`).join(',');
  const own = host.code.replace(importOf(runtime), (whole, list: string) =>
    `var ${pairsOf(list)
      .map(([outside, inside]) => `${inside}=${LOCAL}.${outside}`)
      .join(',')}`.padEnd(whole.length),
  );
  const last = [...handed].map(([name, as]) => [`${LOCAL}_${name}`, name, as] as const);
  const vars = last.map(([local, name]) => `${local}=${LOCAL}.${name}`).join(',');
  const exported = last.map(([local, , as]) => `${local} as ${as}`).join(',');
  host.code = `var ${LOCAL}=(()=>{${inner.trim()}return{${given}}})();\n${own}\nvar ${vars};export{${exported}};\n`;
  if (host.map) host.map.mappings = `;${host.map.mappings}`;
  host.imports = host.imports.filter((name) => name !== runtime.fileName);
}
