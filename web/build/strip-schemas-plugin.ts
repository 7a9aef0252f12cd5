import { type Plugin, parseAst } from 'vite';

/**
 * The fields of a declared call that only the server reads. The client's types come from them, but
 * they are erased by then.
 */
const SERVER_FIELDS = new Set(['who', 'params', 'query', 'body', 'response', 'codes']);

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/**
 * Removes the schemas from declared calls, because the app and the console send a call by method
 * and path alone. They would add a tenth to the script of each (decision 032). A schema that a form
 * validates with is imported by its own name and stays.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'noren-strip-schemas',
    apply: 'build',
    transform: {
      filter: {
        id: /[\\/]contract[\\/]src[\\/](staff[\\/])?[\w-]+\.ts$/,
        code: /\bcall\(|zod\/mini/,
      },
      handler: (code) => ({ code: stripCalls(code), map: null }),
    },
  };
}

/**
 * Returns a module without the server's fields of its calls. Every call expression of a constant is
 * marked pure, so that unused schemas are tree-shaken.
 * @param code JavaScript, after the types were erased
 */
export function stripCalls(code: string): string {
  const edits = new Map<number, Edit>();
  for (const statement of (parseAst(code) as unknown as { body: Node[] }).body)
    for (const initializer of listInitializers(statement)) collectEdits(initializer, code, edits);

  return [...edits.values()]
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
      code,
    );
}

interface Edit {
  start: number;
  end: number;
  replacement: string;
}

/** The initializers of a module's constants. */
function listInitializers(statement: Node): Node[] {
  const { type, declarations } = (statement.declaration ?? statement) as Node;
  if (type !== 'VariableDeclaration') return [];
  return (declarations as Node[]).flatMap(({ init }) => (init as Node | null) ?? []);
}

function collectEdits(node: Node, code: string, edits: Map<number, Edit>): void {
  const { type, start } = node;
  // A function's body does not run when the module loads.
  if (/Function/.test(type)) return;

  // For a chain of calls one mark at its start is enough.
  if (type === 'CallExpression')
    edits.set(start, { start, end: start, replacement: '/* @__PURE__ */ ' });

  const removed = new Set(listServerFields(node));
  // Line breaks are kept, so that line numbers in source maps stay right.
  for (const { start, end } of removed)
    edits.set(start, {
      start,
      end,
      replacement: `...{}${code.slice(start, end).replaceAll(/[^\n]/g, '')}`,
    });

  for (const child of Object.values(node).flat())
    if (isNode(child) && !removed.has(child)) collectEdits(child, code, edits);
}

/** The properties to remove when the node is a declared call. */
function listServerFields(node: Node): Node[] {
  if (node.type !== 'ObjectExpression') return [];

  const properties = node.properties as Node[];
  const names = properties.map(({ key }) => String((key as Node | undefined)?.name));

  return names.includes('path') && names.includes('method')
    ? properties.filter((_, index) => SERVER_FIELDS.has(names[index] ?? ''))
    : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
