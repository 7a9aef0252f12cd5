import { locate } from '../production-packages.mjs';
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
      .filter((name) => locate(packages, folder, name) === undefined)
      .map((name) => {
        const message = `${folder || 'the project'} names ${name}, which is not locked`;
        return { path: 'package-lock.json', line: 1, rule: 'optional package', message };
      }),
  );
}
