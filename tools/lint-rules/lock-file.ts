import type { Problem } from './source.ts';

/** The part of `package-lock.json` that is checked: each installed package by its folder. */
export interface LockFile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

/**
 * Optional packages that the lock file names but does not lock. npm leaves out what the registry
 * does not hold, and its own `npm ci` then fails on the machine that needs it.
 */
export function checkOptionalPackages({ packages }: LockFile): Problem[] {
  return Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) => !foldersFrom(folder).some((above) => `${above}node_modules/${name}` in packages),
      )
      .map((name) => {
        const message = `${folder || 'the project'} names ${name}, which is not locked`;
        return { path: 'package-lock.json', line: 1, rule: 'optional package', message };
      }),
  );
}

/**
 * The folders in which a package looks for another: its own, then those around it, each with a
 * slash at its end.
 */
function foldersFrom(folder: string): string[] {
  if (folder === '') return [''];
  return [
    `${folder}/`,
    ...foldersFrom(folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))),
  ];
}
