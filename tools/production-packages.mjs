/**
 * The packages that production runs or sends to browsers: what server, app and console depend on,
 * found in package-lock.json as Node would find it. npm's own list (`npm sbom --omit dev`) leaves
 * out what the root also names for development.
 */

/** The workspaces whose packages leave this repository, in the image or in the pages. */
const SHIPPED = ['server', 'web', 'console'];

/** Each package once, by its folder in the lock file, with the workspaces that need it. */
export function productionPackages(packages) {
  const parts = new Map();
  for (const workspace of SHIPPED)
    for (const path of listNeeded(packages, workspace))
      parts.set(path, [...(parts.get(path) ?? []), workspace]);

  return [...parts.keys()].sort().map((path) => {
    const { version, license, integrity, optional, devOptional, ...entry } = packages[path];
    const name = entry.name ?? path.split('node_modules/').at(-1);
    const isOptional = Boolean(optional || devOptional);
    return { path, name, version, license, integrity, isOptional, parts: parts.get(path) };
  });
}

/** The folders of all packages that a workspace needs, directly or by way of others. */
function listNeeded(packages, workspace) {
  const needed = new Set([workspace]);
  // The loop comes to what is added meanwhile.
  for (const path of needed) {
    const { link, resolved, dependencies, optionalDependencies, ...entry } = packages[path];
    if (link) {
      needed.add(resolved);
      continue;
    }

    const peers = Object.keys(entry.peerDependencies ?? {}).filter(
      (name) => !entry.peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys(dependencies ?? {}), ...peers]) {
      const found = locate(packages, path, name);
      if (found === undefined) throw new Error(`package-lock.json has no ${name} for ${path}`);
      needed.add(found);
    }

    for (const name of Object.keys(optionalDependencies ?? {})) {
      const found = locate(packages, path, name);
      if (found !== undefined) needed.add(found);
    }
  }

  return [...needed].filter((path) => path.includes('node_modules/') && !packages[path].link);
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
