import { dotted, isTest, type Node, nameOfCallee, type Problem, type Source, visit } from './source.ts';

type Ban = { rule: string; message: string; applies: (path: string) => boolean; breaks: (node: Node) => boolean };

const CLOCKS = new Set([
  'server/src/main.ts',
  'server/src/commands/verify.ts',
  'web/src/session/clock.ts',
  'console/src/api/clock.ts',
]);
const LOG_TO_TERMINAL = new Set(['server/src/main.ts']);

/** Modules outside React that send calls: before TanStack Query is loaded, or without a screen. */
const SENDERS = new Set([
  'web/src/app/start-tracking.ts',
  'web/src/device/report-device.ts',
  'web/src/features/login/calls.ts',
  'web/src/features/login/confirm-calls.ts',
  'web/src/features/login/magic-link.ts',
  'web/src/pwa/push.ts',
  'web/src/tracking/buffer.ts',
  'web/src/tracking/report-fault.ts',
]);

const isIn = (path: string, ...folders: string[]): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
const isProduct = (path: string): boolean =>
  isIn(path, 'core', 'contract', 'server', 'web', 'console') && !isTest(path);
const isTestFile = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
const calls = (node: Node, name: RegExp): boolean => node.type === 'CallExpression' && name.test(nameOfCallee(node));

const BANS: Ban[] = [
  {
    rule: 'clock',
    message: 'the clock is a dependency: take `now` as an argument',
    applies: (path) => isProduct(path) && !CLOCKS.has(path),
    breaks: (node) => isClock(node),
  },
  {
    rule: 'random',
    message: 'Math.random is guessable: use node:crypto, or take the source of chance as an argument',
    applies: (path) => isIn(path, 'server', 'core', 'contract') && !isTest(path),
    breaks: (node) => calls(node, /^Math\.random$/),
  },
  {
    rule: 'console',
    message: 'log through the logger',
    applies: (path) =>
      isIn(path, 'core/src', 'contract/src', 'server/src', 'web/src', 'console/src') &&
      !isTest(path) &&
      !LOG_TO_TERMINAL.has(path),
    breaks: (node) => calls(node, /^console\.log$/),
  },
  {
    rule: 'figures',
    message: 'a language must not change an amount: write it with formatRupees, formatPercent or formatRate of core',
    applies: isProduct,
    breaks: (node) =>
      /^(NewExpression|CallExpression)$/.test(node.type) &&
      /^Intl\.NumberFormat$|\.toLocaleString$/.test(nameOfCallee(node)),
  },
  {
    rule: 'only',
    message: 'a test left alone hides the others',
    applies: isTest,
    breaks: (node) => calls(node, /^(test|it|describe|suite)(\.\w+)*\.only(\.|$)/),
  },
  {
    rule: 'sleep',
    message: 'a test waits for something, never for a time',
    applies: isTestFile,
    breaks: (node) =>
      calls(node, /^(globalThis\.)?setTimeout$|\.waitForTimeout$/) || imports(node, /^node:timers\/promises$/),
  },
  {
    rule: 'empty catch',
    message: 'handle the error, or say why not and let the others through',
    applies: () => true,
    breaks: (node) => node.type === 'CatchClause' && ((node.body as Node).body as Node[]).length === 0,
  },
  {
    rule: 'error message',
    message: 'decide by class or code: a message is for people',
    applies: (path) => !isTest(path),
    breaks: matchesMessage,
  },
  {
    rule: 'bare status',
    message: 'name it: OrderStatus of core/lending/order-status, UserStatus of core/people/status',
    applies: (path) =>
      !isIn(path, 'tools/lint-rules') && !/^core\/src\/(lending\/order-|people\/)status(\.test)?\.ts$/.test(path),
    breaks: isBareStatus,
  },
  {
    rule: 'sql outside a store',
    message: 'write SQL in store.ts or in a *-store.ts, and call its functions',
    applies: (path) =>
      isIn(path, 'server/src') &&
      !isTest(path) &&
      !isIn(path, 'server/src/platform/db') &&
      !/(^|[/-])store\.ts$/.test(path),
    breaks: isSql,
  },
  {
    rule: 'data outside the hooks',
    message: 'a screen loads by useCall and sends by useSend or useUpload, of web/src/api',
    applies: (path) => isIn(path, 'web/src') && !isIn(path, 'web/src/api') && !isTest(path),
    breaks: (node) => imports(node, /^@tanstack\/react-query$/),
  },
  {
    rule: 'data outside the hooks',
    message: 'a screen sends by useSend or useUpload, of web/src/api',
    applies: (path) => isIn(path, 'web/src') && !isIn(path, 'web/src/api') && !isTest(path) && !SENDERS.has(path),
    breaks: (node) => imports(node, /\/api\/api\.ts$/, 'send'),
  },
  {
    rule: 'data outside the hooks',
    message: 'a screen loads by useStaffCall or useStaffPages and sends by useStaffSend, of console/src/api',
    applies: (path) => isIn(path, 'console/src') && !isIn(path, 'console/src/api') && !isTest(path),
    breaks: (node) => imports(node, /^@tanstack\/react-query$/) || imports(node, /\/api\/client\.ts$/, 'callStaff'),
  },
  {
    rule: 'words on a screen',
    message: 'what a person reads is in console/src/texts',
    applies: (path) => isIn(path, 'console/src') && path.endsWith('.tsx') && !isTest(path),
    breaks: isLiteralText,
  },
  {
    rule: 'column of buttons',
    message: 'say isControl: an export leaves such a column out',
    applies: (path) => isIn(path, 'console/src/features'),
    breaks: isUnsaidControl,
  },
  {
    rule: 'job tables',
    message:
      'only job-store.ts and job-schema-store.ts name the tables and functions of the queue, and for tests testing/job-queue*.ts',
    applies: (path) =>
      !isIn(path, 'tools/lint-rules') &&
      !/^(server\/src\/platform\/jobs\/job-(schema-)?store|server\/src\/testing\/job-queue[a-z.-]*|bench\/load-model\/job-queue)\.ts$/.test(
        path,
      ),
    breaks: (node) => /\bgraphile_worker\./.test(textOf(node)),
  },
  {
    rule: 'positional parameter',
    message: 'name the values of a statement: namedStatement, or the sql template',
    // The driver's own texts have numbers, and so have the tests of what writes them.
    applies: (path) => !/^server\/src\/platform\/db\/[a-z-]+\.test\.ts$/.test(path) && !isIn(path, 'tools/lint-rules'),
    breaks: (node) => POSITIONAL.test(textOf(node)),
  },
  {
    rule: 'default export',
    message: 'export it by name',
    applies: (path) =>
      !/(^|\/)([a-z-]+\.config|global-setup)\.m?ts$|\.config\.mjs$/.test(path) &&
      !isIn(path, 'e2e') &&
      !/^web\/.*\.tsx$/.test(path),
    breaks: (node) => node.type === 'ExportDefaultDeclaration',
  },
];

/** Calls and constructions that the lint rules ban, each where it is banned. */
export function checkBans(source: Source): Problem[] {
  const bans = BANS.filter((ban) => ban.applies(source.path));
  const problems = new Map<string, Problem>();
  visit(source.program, (node) => {
    for (const { rule, message, breaks } of bans) {
      if (!breaks(node)) continue;
      const line = source.lineAt(node.start);
      problems.set(`${line} ${rule}`, { path: source.path, line, rule, message });
    }
  });
  return [...problems.values()];
}

// Also as a value: `now = Date.now` is the same clock.
function isClock(node: Node): boolean {
  if (node.type === 'MemberExpression') return /^(globalThis\.)?Date\.now$/.test(dotted(node));
  if (calls(node, /^Date$/)) return true;
  return node.type === 'NewExpression' && nameOfCallee(node) === 'Date' && (node.arguments as Node[]).length === 0;
}

const STATUS_NAME = /^(status|borrowStatus|(min)?bizStatus|onboardingStatus)$/i;
const STATUS_IN_SQL = /\b((biz|onboarding)_)?status\s*(=|<>|[<>]=?|(not )?in \()\s*\d\d\b/i;

/** A status written as its number: statuses have two digits, HTTP's have three. */
function isBareStatus(node: Node): boolean {
  if (node.type === 'Property') return isStatusName(node.key as Node) && isTwoDigits(node.value as Node);
  if (node.type === 'BinaryExpression') {
    const [left, right] = [node.left as Node, node.right as Node];
    return (isStatusName(left) && isTwoDigits(right)) || (isStatusName(right) && isTwoDigits(left));
  }
  return STATUS_IN_SQL.test(textOf(node));
}

/** The text of a string or of a piece of a template; '' for another node. */
function textOf(node: Node): string {
  if (node.type === 'TemplateElement') return (node.value as { raw: string }).raw;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : '';
}

/** `$1` where a statement has a value; a replacement text of a pattern has no such words before it. */
const POSITIONAL = /(\b(select|where|values|and|or|set|limit|offset|in|any)\b[\s\S]*|[=(,<>]\s*)\$\d/i;

function isStatusName(node: Node): boolean {
  return STATUS_NAME.test(String(node.type === 'MemberExpression' ? (node.property as Node).name : node.name));
}

function isTwoDigits(node: Node): boolean {
  return node.type === 'Literal' && typeof node.value === 'number' && node.value >= 10 && node.value <= 99;
}

const QUERY_STARTS = new Set(['selectFrom', 'selectNoFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);

/** A statement or a part of one: by Kysely's builder or template, as a named statement, or as text for the driver. */
function isSql(node: Node): boolean {
  if (node.type === 'TaggedTemplateExpression') return dotted(node.tag as Node) === 'sql';
  if (node.type === 'ImportDeclaration') {
    const names = (node.specifiers as Node[]).map(({ imported }) => (imported as Node | undefined)?.name);
    return (node.source as Node).value === 'kysely' && (names.includes('sql') || names.includes('CompiledQuery'));
  }
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression') return dotted(callee) === 'namedStatement';
  const method = String((callee.property as Node).name);
  const [first] = node.arguments as Node[];
  const isText = first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && typeof first.value === 'string');
  return QUERY_STARTS.has(method) || (method === 'query' && isText);
}

/** Whether a node imports from a file or package; with `name`, that export of it. */
function imports(node: Node, from: RegExp, name?: string): boolean {
  if (node.type !== 'ImportDeclaration' || !from.test(String((node.source as Node).value))) return false;
  const names = (node.specifiers as Node[]).map(({ imported }) => (imported as Node | undefined)?.name);
  return name === undefined || names.includes(name);
}

const COMPARISONS = /\.(message|stack)\.(includes|match|startsWith|endsWith|indexOf|search)$/;

function matchesMessage(node: Node): boolean {
  if (calls(node, COMPARISONS)) return /^(\w*err(or)?|e|cause|reason|fault)\b/i.test(nameOfCallee(node));
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(String(node.operator))) return false;
  return [node.left, node.right].some((side) => {
    const { type, object, property } = side as Node & { object?: Node; property?: Node };
    const name = String(object?.name ?? '');
    return type === 'MemberExpression' && property?.name === 'message' && /^(\w*err(or)?|e|cause)$/i.test(name);
  });
}

/** Attributes that are read out or shown. */
const READ_ATTRIBUTES = /^(aria-label|aria-description|title|placeholder|alt|label|text|heading|hint|empty|act|about)$/;

/** Words between tags, as a child in braces, or in an attribute that a person reads. */
function isLiteralText(node: Node): boolean {
  if (node.type === 'JSXText') return /\p{L}/u.test(String(node.value));
  if (node.type === 'JSXAttribute')
    return (
      READ_ATTRIBUTES.test(String((node.name as Node).name)) && /\p{L}/u.test(textOf((node.value ?? node) as Node))
    );
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return false;
  return (node.children as Node[]).some(
    ({ type, expression }) => type === 'JSXExpressionContainer' && /\p{L}/u.test(textOf(expression as Node)),
  );
}

/** A column of a table whose cell draws a button, and which does not say that it holds a control. */
function isUnsaidControl(node: Node): boolean {
  if (node.type !== 'ObjectExpression') return false;
  const fields = new Map((node.properties as Node[]).map((field) => [(field.key as Node | undefined)?.name, field]));
  const cell = fields.get('cell');
  if (!cell || !fields.has('header') || fields.has('isControl')) return false;
  let hasButton = false;
  visit(cell, (inner) => {
    if (inner.type === 'JSXOpeningElement') hasButton ||= /(^b|B)utton$/.test(String((inner.name as Node).name));
  });
  return hasButton;
}
