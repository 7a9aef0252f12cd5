import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { runNode } from './node24.mjs';
import { PlainError, repo, runMain } from './repo.mjs';
import { leaveOut } from './test-stages.mjs';

const USAGE = `npm run test:upgrade -- --from REF [FILES]
Runs the server's tests of a former release on a database with the migrations of this folder: while a release is rolled
out, processes of the former one work on its schema. REF is the former release's tag or commit; FILES are parts of paths.`;

/** Files of tests that list the former release's own schema, to which a later one has added. */
const LISTING_FILES = [
  '**/platform/db/migrate.test.ts',
  '**/platform/db/table-placement.test.ts',
  '**/retention-map.test.ts',
  '**/data-model/**',
];
/** Tests in other files that list it too. */
const LISTING_TESTS = [
  'each hash of the schema moves',
  'every encrypted column of the schema is rotated',
  'every column with file ids is known to the restore',
];

/** The former release on the new schema. */
await runMain(async () => {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' } },
  });
  if (values.from === undefined) throw new PlainError(USAGE);
  ensureInstalled();

  const folder = mkdtempSync(join(tmpdir(), 'noren-former-'));
  runGit('worktree', 'add', '--detach', folder, values.from);

  try {
    return await testFormer(folder, files);
  } finally {
    runGit('worktree', 'remove', '--force', folder);
  }
});

function runGit(...args) {
  const { status } = spawnSync('git', ['-C', repo, ...args], { stdio: 'inherit' });
  if (status !== 0) throw new PlainError(`git ${args.join(' ')} failed.`);
}

/** @returns the exit code of its tests */
async function testFormer(folder, files) {
  const template = join(folder, 'server', 'src', 'testing', 'template.ts');
  if (!existsSync(template) || !readFileSync(template, 'utf8').includes('NOREN_TEST_MIGRATIONS'))
    throw new PlainError(
      'That release cannot be tested on another schema: it is older than this command.',
    );

  const install = "import('./tools/install.mjs').then(({ ensureInstalled }) => ensureInstalled())";
  const code = await runNode(['-e', install], {}, folder);
  if (code !== 0) return code;

  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--project', 'server', '--reporter=dot'];
  args.push(...leaveOut(LISTING_FILES, LISTING_TESTS), ...files);

  const env = { NOREN_TEST_MIGRATIONS: join(repo, 'server', 'migrations') };
  return runNode([vitest, ...args], env, folder);
}
