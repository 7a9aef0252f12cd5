import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canStart, projectNodeNames, requireNewNode } from './node24.mjs';
import { runNpm } from './npm.mjs';
import { repo } from './repo.mjs';

const FETCH = ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--include=optional', '--ignore-scripts'];

/**
 * Runs an installation with the Node that the project brings. npm leaves out optional packages whose `engines` ask for a
 * newer Node than the one it runs on, among them the native parts of the build. `npm ci` empties node_modules, so this
 * Node is fetched into a folder of its own, removed afterwards.
 */
export function withInstallingNode(lock, install) {
  const name = projectNodeNames().find((one) => lock.packages[`node_modules/${one}`] !== undefined);
  const entry = lock.packages[`node_modules/${name}`];
  if (entry === undefined || isSameMajor(entry.version)) {
    install(requireNewNode());
    return;
  }
  const folder = join(repo, '.cache', `node-${process.pid}`);
  try {
    fetchPackage({ name, entry, folder });
    const node = join(folder, 'node_modules', name, 'bin', 'node');
    install(canStart(node) ? node : requireNewNode());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isSameMajor(version) {
  return version.split('.')[0] === process.versions.node.split('.')[0];
}

/** Fetches one package of the lock file, its checksum included, into a project of its own. */
function fetchPackage({ name, entry, folder }) {
  const root = { name: 'node-for-install', version: '0.0.0', private: true };
  const dependencies = { [name]: entry.version };
  const { optional, ...installed } = entry;
  const packages = { '': { ...root, dependencies }, [`node_modules/${name}`]: installed };
  mkdirSync(folder, { recursive: true });
  if (existsSync(join(repo, '.npmrc'))) copyFileSync(join(repo, '.npmrc'), join(folder, '.npmrc'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...root, dependencies }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...root, lockfileVersion: 3, packages }));
  runNpm([...FETCH, '--prefix', folder], { cwd: folder, node: process.execPath });
}
