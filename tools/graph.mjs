import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { node24 } from './node24.mjs';
import { repo } from './repo.mjs';

// Prints the folders of server and web with their imports as a Mermaid flowchart; `npm run graph -- dot` as DOT.

const type = process.argv[2] ?? 'mermaid';
const cli = join(repo, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
const args = [cli, 'server/src', 'web/src', '--config', 'dependency-cruiser.config.mjs', '--output-type', type];
args.push('--collapse', '^(server|web)/src/[^/]+/', '--include-only', '^(server|web)/src/[^/]+/');
const { status } = spawnSync(node24(), args, { cwd: repo, stdio: 'inherit' });
process.exitCode = status ?? 1;
