import {
  FEATURE_IMPORTS,
  FIRST_SCREENS,
  FOLDER_LAW,
  PLATFORM_IMPORTS,
  PLATFORM_TABLES,
  TEST_PACKAGES,
  TOOL_IMPORTS,
  WORKSPACE_LAW,
} from './law.ts';

const code = (names: readonly string[]): string =>
  names.map((name) => `\`${name}\``).join(', ') || 'nothing';
const table = (head: string, rows: readonly string[]): string =>
  [head, head.replace(/[^|]+/g, '---'), ...rows].join('\n');

/** The law of imports as docs/architecture.md shows it: every row of law.ts. */
export function renderLaw(): string {
  const workspaces = Object.entries(WORKSPACE_LAW).map(([name, row]) => {
    const packages =
      row.packages === undefined ? 'those of its `package.json`' : code(row.packages);
    return `| \`${name}\` | ${code(row.workspaces)} | ${row.node === 'always' ? 'yes' : 'tests and build only'} | ${packages} |`;
  });
  const folders = Object.entries(FOLDER_LAW).flatMap(([workspace, law]) =>
    Object.entries(law).map(
      ([folder, allowed]) => `| \`${workspace}/src/${folder}\` | ${code(allowed)} |`,
    ),
  );
  const platform = PLATFORM_IMPORTS.map(([from, to]) => `\`${to}\` in \`${from}\``).join(', ');
  const features = FEATURE_IMPORTS.map(([from, to]) => `| \`${from}\` | \`${to}\` |`);
  const tools = TOOL_IMPORTS.map(({ from, to, why }) => `| \`${from}\` | ${code(to)} | ${why} |`);

  return [
    table('| workspace | may import | Node’s modules | packages |', workspaces),
    `Tests of every workspace may also import ${code(TEST_PACKAGES)}.`,
    table('| folder | may import of its own workspace, besides itself |', folders),
    `\`server/src/platform\` imports nothing of \`core/src/lending\` but ${platform}; its SQL names only the tables ${code(PLATFORM_TABLES)}.`,
    table('| file in `server/src/borrower` | may import of another feature |', features),
    table('| code in | may import of `tools` | because |', tools),
    `\`web/src/app/routes.tsx\` imports ${code(FIRST_SCREENS)} at once, every other screen when it is opened.`,
  ].join('\n\n');
}
