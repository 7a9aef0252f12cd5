import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeVersion } from './machine.ts';

const folder = mkdtempSync(join(tmpdir(), 'noren-version-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NOW = new Date('2026-11-26T10:00:00Z');

const git = (...args: string[]): string =>
  execFileSync(
    'git',
    ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args],
    {
      encoding: 'utf8',
    },
  ).trim();

// A machine with Node alone may have no git: a report then names the day.
const hasGit = spawnSync('git', ['--version']).status === 0;

test.skipIf(!hasGit)(
  'a report names the day, the commit, and whether something else than the figures was changed',
  () => {
    expect(describeVersion(folder, NOW)).toBe('Taken on 26 November 2026.');
    git('init', '--quiet');
    expect(describeVersion(folder, NOW)).toBe('Taken on 26 November 2026.');
    mkdirSync(join(folder, 'bench/results'), { recursive: true });

    const save = (path: string, text: string): void => writeFileSync(join(folder, path), text);
    save('code.ts', 'one');
    save('bench/results/page.json', 'figures');
    git('add', '.');
    git('commit', '--quiet', '--message', 'First');

    const at = `Taken on 26 November 2026 at commit \`${git('rev-parse', '--short', 'HEAD')}\``;
    expect(describeVersion(folder, NOW)).toBe(`${at}.`);
    save('bench/results/page.json', 'other figures');
    expect(describeVersion(join(folder, 'bench'), NOW)).toBe(`${at}.`);
    save('code.ts', 'two');
    expect(describeVersion(join(folder, 'bench'), NOW)).toBe(`${at} with changes.`);
  },
);
