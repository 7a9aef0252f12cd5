import { type Problem, type Source, visit } from './source.ts';

const FILE_LINES = 400;
const FUNCTION_LINES = 70;
const GROUP_OF_TESTS = /^(test\.)?describe\b/;
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** No file above 400 lines; blank ones are not counted, so that paragraphs cost nothing. */
export function checkFileLength(path: string, text: string): Problem[] {
  const lines = countLines(text);
  if (lines <= FILE_LINES) return [];

  return [
    {
      path,
      line: FILE_LINES + 1,
      rule: 'file length',
      message: `${lines} lines, at most ${FILE_LINES}`,
    },
  ];
}

/** No function above 70 lines that hold something; one that only groups tests may be longer. */
export function checkFunctionLength(source: Source): Problem[] {
  const problems: Problem[] = [];
  visit(source.program, (node, parent) => {
    if (!FUNCTIONS.has(node.type)) return;
    if (parent && GROUP_OF_TESTS.test(source.text.slice(parent.start, node.start))) return;

    const line = source.lineAt(node.start);
    const lines = countLines(source.text.slice(node.start, node.end));
    if (lines <= FUNCTION_LINES) return;

    const message = `${lines} lines, at most ${FUNCTION_LINES}`;
    problems.push({ path: source.path, line, rule: 'function length', message });
  });

  return problems;
}

function countLines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}
