/**
 * The packages that production runs or sends to browsers: what server, app and console depend on,
 * found in package-lock.json as Node would find it. npm's own list (`npm sbom --omit dev`) leaves
 * out what the root also names for development.
 */

/** The workspaces whose packages leave this repository, in the image or in the pages. */
const SHIPPED = ['server', 'web', 'console'];

/** @returns each package once, by its folder in the lock file, with the workspaces that need it */
export function productionPackages(packages) {
  const found = new Map();
  for (const workspace of SHIPPED) {
    const seen = new Set();
    const waiting = [{ path: workspace, isOptional: false }];

    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      if (seen.has(at.path)) continue;

      seen.add(at.path);

      const entry = packages[at.path];
      if (entry === undefined) throw new Error(`package-lock.json has no ${at.path}`);
      if (entry.link) {
        waiting.push({ path: entry.resolved, isOptional: at.isOptional });
        continue;
      }

      if (at.path.includes('node_modules/'))
        note(found, { path: at.path, entry, workspace, isOptional: at.isOptional });

      const peers = Object.keys(entry.peerDependencies ?? {}).filter(
        (name) => !entry.peerDependenciesMeta?.[name]?.optional,
      );
      for (const name of [...Object.keys(entry.dependencies ?? {}), ...peers]) {
        const path = locate(packages, at.path, name);
        if (path === undefined) throw new Error(`package-lock.json has no ${name} for ${at.path}`);
        waiting.push({ path, isOptional: at.isOptional });
      }

      for (const name of Object.keys(entry.optionalDependencies ?? {})) {
        const path = locate(packages, at.path, name);
        if (path !== undefined) waiting.push({ path, isOptional: true });
      }
    }
  }

  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function note(found, { path, entry, workspace, isOptional }) {
  const known = found.get(path);
  if (known) {
    known.parts.push(workspace);
    known.isOptional &&= isOptional;
    return;
  }

  const name = entry.name ?? path.split('node_modules/').at(-1);
  const { version, license, integrity } = entry;

  found.set(path, { path, name, version, license, integrity, isOptional, parts: [workspace] });
}

/** Where Node finds a package that is required from a folder: there, or around it. */
export function locate(packages, folder, name) {
  const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
  if (packages[path] !== undefined) return path;
  if (folder === '') return undefined;

  return locate(packages, folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))), name);
}

/**
 * A software bill of materials in CycloneDX 1.6 JSON; the same lock file gives the same document.
 */
export function describeMaterials({ name, version, packages }) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'pre-build' }],
      component: { type: 'application', 'bom-ref': `pkg:npm/${name}@${version}`, name, version },
    },
    components: packages.map(describeComponent),
  };
}

function describeComponent({ path, name, version, license, integrity, isOptional, parts }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': `${purl}#${path}`,
    name,
    version,
    purl,
    scope: isOptional ? 'optional' : 'required',
    ...(license && {
      licenses: [
        / (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { name: license } },
      ],
    }),
    ...(integrity && { hashes: integrity.split(' ').map(describeHash) }),
    properties: parts.map((part) => ({ name: 'noren:part', value: part })),
  };
}

function describeHash(text) {
  const dash = text.indexOf('-');
  return {
    alg: text.slice(0, dash).toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(text.slice(dash + 1), 'base64').toString('hex'),
  };
}
