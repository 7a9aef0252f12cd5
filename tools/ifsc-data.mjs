import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlainError, repo, runMain } from './repo.mjs';

const FOLDER = join(repo, 'server', 'src', 'borrower', 'bank');
const FILE = join(FOLDER, 'ifsc-data.json');
/** Branches close each year; a release without so many of them is a fault of the release. */
const LEAST_KEPT = 0.9;

/**
 * Takes banks and branches from a release of Razorpay's package `ifsc`, which is not installed:
 * `npm run ifsc-data`, or `npm run ifsc-data -- 2.0.50`.
 */
await runMain(() => {
  const scratch = mkdtempSync(join(tmpdir(), 'noren-ifsc-'));
  try {
    const data = readRelease(process.argv[2] ?? 'latest', scratch);
    refuseLoss(data);
    writeFileSync(FILE, describeData(data));
    copyFileSync(join(scratch, 'package', 'LICENSE'), join(FOLDER, 'ifsc-data.licence.txt'));
    console.info(
      `ifsc ${data.version}: ${Object.keys(data.names).length} banks, ${countBranches(data)} branches`,
    );

    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

function readRelease(wanted, folder) {
  if (!/^(latest|\d+\.\d+\.\d+)$/.test(wanted)) throw new PlainError(`${wanted} is no version.`);

  run('npm', ['pack', `ifsc@${wanted}`, '--pack-destination', folder], folder);

  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  run('tar', ['-xzf', archive], folder);

  const read = (...path) => JSON.parse(readFileSync(join(folder, 'package', ...path), 'utf8'));
  return {
    version: read('package.json').version,
    names: read('src', 'banknames.json'),
    sublets: read('src', 'sublet.json'),
    branches: read('src', 'IFSC.json'),
  };
}

function run(program, args, cwd) {
  const done = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (done.status !== 0)
    throw new PlainError(`${program} failed: ${done.error?.message ?? done.stderr.trim()}`);
}

function refuseLoss(data) {
  if (!existsSync(FILE)) return;

  const before = countBranches(JSON.parse(readFileSync(FILE, 'utf8')));
  const after = countBranches(data);
  if (after < LEAST_KEPT * before)
    throw new PlainError(`${after} branches, where there were ${before}: nothing was changed.`);
}

function countBranches({ branches }) {
  return Object.values(branches).reduce((count, codes) => count + codes.length, 0);
}

/** A line for each bank, so that a change shows which bank it is of. */
function describeData({ version, ...parts }) {
  const lines = Object.entries(parts).map(([name, entries]) => {
    const rows = Object.entries(entries).map(
      ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    );
    return `  ${JSON.stringify(name)}: {\n${rows.join(',\n')}\n  }`;
  });
  return `{\n  "version": ${JSON.stringify(version)},\n${lines.join(',\n')}\n}\n`;
}
