import type { Problem } from './source.ts';

/** Some have a letter in brackets, so that this file passes its own check. */
const FORBIDDEN: { rule: string; pattern: RegExp }[] = [
  {
    rule: 'machine path',
    pattern: /(^|[^\w.])\/(work|farm|root|home\/[a-z0-9_-]+|Users\/\w+)\/\w/,
  },
  {
    rule: 'path outside the project',
    pattern: /\.\.\/shared\/(spec|design|audit|oracles|bench|engines)/,
  },
  {
    rule: 'registry address',
    pattern: /https?:\/\/[^\s"']*(registry|npm\.|artifactory|nexus)[^\s"']*\.[a-z]+/i,
  },
  {
    rule: 'word about the workplace',
    pattern:
      /\b(session [h]elper|this [w]orkplace|coding [a]gent|language [m]odel|[c]laude|[a]nthropic|[c]hatgpt|[o]penai|[c]opilot)\b/i,
  },
  { rule: 'word about the workplace', pattern: /(^|[^\w-])[A]I([^\w-]|$)/ },
];

/** Links to a package's page are documentation, not the registry it was fetched from. */
const PUBLIC_PAGES = /https:\/\/www\.npmjs\.com\/package\//g;

/** Words and paths that must not be in the project's files. */
export function checkWords(path: string, text: string): Problem[] {
  const problems: Problem[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(PUBLIC_PAGES, '');
    for (const { rule, pattern } of FORBIDDEN) {
      const found = pattern.exec(line);
      if (found) problems.push({ path, line: index + 1, rule, message: `"${found[0].trim()}"` });
    }
  }

  return problems;
}

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const MIGRATION = /^\d{3}_[a-z0-9]+(_[a-z0-9]+)*\.sql$/;

const BY_CUSTOM = new Set([
  'README.md',
  'LICENSE',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'Dockerfile',
  'CHANGELOG.md',
  'CODEOWNERS',
  'NOTICE.md',
]);

const SAYS_NOTHING = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc']);

/** Every file and folder is in kebab-case and named for what it holds. */
export function checkName(path: string): Problem[] {
  const problem = (message: string): Problem => ({ path, line: 1, rule: 'file name', message });
  return path.split('/').flatMap((name, index, names) => {
    const isFile = index === names.length - 1;
    const bare = name.replace(/^\./, '');
    const isKnown =
      BY_CUSTOM.has(name) ||
      (isFile && path.startsWith('server/migrations/') && MIGRATION.test(name));
    if (!isKnown && !KEBAB.test(bare)) return [problem(`"${name}" is not in kebab-case`)];

    const words = bare.split('.')[0]?.split('-') ?? [];
    return words.some((word) => SAYS_NOTHING.has(word))
      ? [problem(`"${name}" does not say what it holds`)]
      : [];
  });
}
