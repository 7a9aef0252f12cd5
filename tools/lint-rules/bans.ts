import type { Problem } from './source.ts';

type Ban = { rule: string; message: string; pattern: RegExp; exceptions: RegExp };

const STATUS = String.raw`\b(?:(?:min)?bizStatus|borrowStatus|onboardingStatus|status)`;

/**
 * What no string, template or comparison may have. The rules that look at the syntax alone are
 * Biome's plugins: on strings its regular expressions take half a minute.
 */
const BANS: readonly Ban[] = [
  {
    rule: 'bare status',
    message: 'name it: OrderStatus of core/lending/order-status, UserStatus of core/people/status',
    // Statuses have two digits, HTTP's have three.
    pattern: new RegExp(
      [
        String.raw`${STATUS}['"]?\s*(?:\?\?\s*)?(?::|[!=]==?|[<>]=?)\s*[1-9]\d\b(?![.\d])`,
        String.raw`\b[1-9]\d\s*(?:[!=]==?|[<>]=?)\s*(?:\w+\??\.)*${STATUS}\b`,
        String.raw`\b(?:(?:biz|onboarding)_)?status\s*(?:=|<>|[<>]=?|(?:not )?in \()\s*\d\d\b`,
      ].join('|'),
      'gi',
    ),
    exceptions: /^core\/src\/(lending\/order-|people\/)status(\.test)?\.ts$/,
  },
  {
    rule: 'job tables',
    message:
      'only job-store.ts and job-schema-store.ts name the tables and functions of the queue; ' +
      'for tests job-queue*.ts',
    pattern: /\bgraphile_worker\./g,
    exceptions:
      /^(server\/src\/platform\/jobs\/job-(schema-)?store|server\/src\/testing\/job-queue[a-z.-]*|bench\/load-model\/job-queue)\.ts$/,
  },
  {
    rule: 'positional parameter',
    message:
      'write the values into the sql template of Kysely, or name them by namedStatement of bench',
    pattern: /(\b(select|where|values|and|or|set|limit|offset|in|any)\b[^'"`;]*|[=(,<>]\s*)\$\d/gi,
    // The driver's own texts have numbers, and so have the tests of what writes them.
    exceptions: /^server\/src\/platform\/db\/[a-z-]+\.test\.ts$/,
  },
  {
    rule: 'cast row',
    message: 'a row has the type of its query, of the columns it lists or of its table',
    pattern: /\brows?(?:\[0\]!?)? as (?:readonly )?[A-Z(]/g,
    exceptions: /^(?!server\/src\/.*store\.ts$)/,
  },
];

/** What a code file has that is banned as text. */
export function checkBans(path: string, text: string): Problem[] {
  if (path.startsWith('tools/lint-rules/')) return [];
  return BANS.filter(({ exceptions }) => !exceptions.test(path)).flatMap(
    ({ rule, message, pattern }) =>
      [...text.matchAll(pattern)].map(({ index }) => {
        const line = text.slice(0, index).split('\n').length;
        return { path, line, rule, message };
      }),
  );
}
