import { type Plugin, parseAst } from 'vite';

/** What of a declared call only the server reads: it checks what comes and what goes; the client's types are gone by now. */
const SERVERS_OWN = new Set(['who', 'params', 'query', 'body', 'response', 'codes']);

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/**
 * Takes the schemas off the calls that the app sends, which would be a third of what its screens share: a phone sends
 * by method and path alone. A schema that a form checks by is imported under its own name and stays.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'noren-bare-calls',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/][\w-]+\.ts$/, code: /\bcall\(/ },
      handler: (code) => ({ code: bare(code), map: null }),
    },
  };
}

/**
 * The code of a module without what its calls hold for the server alone; what is then unused is marked as such.
 * @param code JavaScript: the types are gone already
 */
export function bare(code: string): string {
  const cuts = new Map<number, Cut>();
  for (const statement of (parseAst(code) as unknown as { body: Node[] }).body)
    for (const init of initsOf(statement)) cutIn(init, code, cuts);
  return [...cuts.values()]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, put }) => text.slice(0, start) + put + text.slice(end), code);
}

interface Cut {
  start: number;
  end: number;
  put: string;
}

/** What a module's constants are. */
function initsOf(statement: Node): Node[] {
  const { type, declarations } = (statement.declaration ?? statement) as Node;
  if (type !== 'VariableDeclaration') return [];
  return (declarations as Node[]).flatMap(({ init }) => (init as Node | null) ?? []);
}

function cutIn(node: Node, code: string, cuts: Map<number, Cut>): void {
  const { type, start } = node;
  // What runs when it is called is left as it is.
  if (/Function/.test(type)) return;
  // Of a chain the mark at its start is enough.
  if (type === 'CallExpression') cuts.set(start, { start, end: start, put: '/* @__PURE__ */ ' });
  const own = new Set(serversOwn(node));
  // As many lines as before: what follows keeps its place for who looks for a fault.
  for (const { start, end } of own)
    cuts.set(start, { start, end, put: `...{}${code.slice(start, end).replaceAll(/[^\n]/g, '')}` });
  for (const inner of Object.values(node).flat()) if (isNode(inner) && !own.has(inner)) cutIn(inner, code, cuts);
}

/** Of a declared call: what the server alone reads. */
function serversOwn(node: Node): Node[] {
  if (node.type !== 'ObjectExpression') return [];
  const properties = node.properties as Node[];
  const names = properties.map(({ key }) => String((key as Node | undefined)?.name));
  return names.includes('path') && names.includes('method')
    ? properties.filter((_, place) => SERVERS_OWN.has(names[place] ?? ''))
    : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
