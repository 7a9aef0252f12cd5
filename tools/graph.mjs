import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { node24 } from './node24.mjs';
import { repo } from './repo.mjs';

// Prints the folders of server, web and console with their imports as a Mermaid flowchart;
// `npm run graph -- dot` as DOT.

const OURS = '^(server|web|console)/src/[^/]+/';
const type = process.argv[2] ?? 'mermaid';
const cli = join(repo, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');

const args = [
  cli,
  'server/src',
  'web/src',
  'console/src',
  '--config',
  'dependency-cruiser.config.mjs',
  '--output-type',
  type,
];

args.push('--collapse', OURS, '--include-only', OURS);
const { status } = spawnSync(node24(), args, { cwd: repo, stdio: 'inherit' });
process.exitCode = status ?? 1;
