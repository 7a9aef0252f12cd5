import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canStart, projectNodeNames, requireNewNode } from './node24.mjs';
import { MACHINE_NPM, runNpm } from './npm.mjs';
import { repo } from './repo.mjs';

/**
 * Old releases of npm leave out native packages by mistake, and that of Debian runs on Debian's
 * Node only.
 */
const NPM = {
  version: '11.19.1',
  integrity:
    'sha512-ztsxKxt/kkIaAs+2i0GU6I+DRmUdrNasxTZKJe9TCdSjKxlhah/4r/hl5ygMD6XAg1qZ9c2TNomR4qgOydp10g==',
};

/**
 * Runs an installation with the Node that the project brings, and an npm of its age. npm leaves out
 * optional packages whose `engines` ask for a newer Node than the one it runs on, among them the
 * native parts of the build. `npm ci` empties node_modules, so both are fetched into a folder of
 * their own, removed afterwards.
 * @param install is called with the command that is npm
 */
export function withInstallingNode(lock, install) {
  const name = projectNodeNames().find((one) => lock.packages[`node_modules/${one}`] !== undefined);
  const entry = lock.packages[`node_modules/${name}`];
  if (entry === undefined || isSameMajor(entry.version)) {
    requireNewNode();
    install(MACHINE_NPM);
    return;
  }

  const folder = join(repo, '.cache', `node-${process.pid}`);
  try {
    fetchPackages({ [name]: entry, npm: NPM }, folder);

    const modules = join(folder, 'node_modules');
    const own = join(modules, name, 'bin', 'node');
    const node = canStart(own) ? own : requireNewNode();

    install([node, join(modules, 'npm', 'bin', 'npm-cli.js')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isSameMajor(version) {
  return version.split('.')[0] === process.versions.node.split('.')[0];
}

/** Fetches packages by version and checksum into a project of their own. */
function fetchPackages(entries, folder) {
  const root = { name: 'node-for-install', version: '0.0.0', dependencies: {} };
  const packages = { '': root };

  for (const [name, { version, integrity }] of Object.entries(entries)) {
    root.dependencies[name] = version;
    packages[`node_modules/${name}`] = { version, integrity };
  }

  mkdirSync(folder, { recursive: true });
  copyFileSync(join(repo, '.npmrc'), join(folder, '.npmrc'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...root, lockfileVersion: 3, packages }),
  );

  const fetch = ['ci', '--prefer-offline', '--include=optional', '--engine-strict=false'];
  runNpm(MACHINE_NPM, [...fetch, '--prefix', folder], folder);
}
