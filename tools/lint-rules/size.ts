import { type Node, nameOfCallee, type Problem, type Source, visit } from './source.ts';

const FILE_LINES = 400;
const FUNCTION_LINES = 70;
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** No file above 400 lines. */
export function checkFileLength(path: string, text: string): Problem[] {
  const lines = text.replace(/\n$/, '').split('\n').length;
  if (lines <= FILE_LINES) return [];
  return [{ path, line: FILE_LINES + 1, rule: 'file length', message: `${lines} lines, at most ${FILE_LINES}` }];
}

/** No function above 70 lines; the function that only groups tests is not counted. */
export function checkFunctionLength(source: Source): Problem[] {
  const problems: Problem[] = [];
  visit(source.program, (node, parent) => {
    if (!FUNCTIONS.has(node.type) || groupsTests(parent)) return;
    const line = source.lineAt(node.start);
    const lines = source.lineAt(node.end) - line + 1;
    if (lines <= FUNCTION_LINES) return;
    const message = `${lines} lines, at most ${FUNCTION_LINES}`;
    problems.push({ path: source.path, line, rule: 'function length', message });
  });
  return problems;
}

function groupsTests(parent: Node | undefined): boolean {
  return parent?.type === 'CallExpression' && /^(test\.)?describe(\.|$)/.test(nameOfCallee(parent));
}
