import type { Problem } from './source.ts';

/** Names the glossary replaced (docs/glossary.md). A name is added once it is gone; the list only grows. */
const REPLACED =
  /\b(rides|ridingClient|fly|gather|gathered|dawdlers?|patience|isPure|standOrder|standAgain|standingOf|forsaken|usedUp|holdings|goesTo|answerHere|takeOpened|Speaker|bringParts|coverEvent|secondWord)\b/i;

/** Uses of a replaced name in code and comments. */
export function checkGlossary(path: string, text: string): Problem[] {
  if (!/\.(tsx?|mjs|sql)$/.test(path) || path === 'tools/lint-rules/glossary.ts') return [];
  return text.split('\n').flatMap((line, index) => {
    const found = REPLACED.exec(line);
    return found ? [{ path, line: index + 1, rule: 'glossary', message: `"${found[0]}" was replaced` }] : [];
  });
}
