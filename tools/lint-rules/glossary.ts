import type { Problem } from './source.ts';

/**
 * Names the glossary replaced (docs/glossary.md), each with its word now. A name is added once it is gone; the list only
 * grows, and has no exceptions.
 */
const REPLACED: readonly [RegExp, string][] = [
  [/\b(rides?|riding\w*|fly|flies|flight)\b/i, 'queueWithNext, executeBatch'],
  [/\bgather(s|ed|ing)?\b/i, 'batch loader'],
  [/\b(dawdlers?|patience\w*|flood(s|ed|ing)?)\b/i, 'idle timeout, load shedding'],
  [/\b(standOrder|standAgain|standingOf|readStanding)\b/i, 'syncOrderWithLedger, state'],
  [/\bneed[A-Z]\w*/, 'require…'],
  [/\b(isPure|refusedAt|secondWord|coverEvent|coverCode)\b/i, 'twoPhase, onRejected, redact'],
  [/\b(takeBack|takenBack|takenBackAs)\b/i, 'reverse, chargeback, withdraw'],
  [/\b(forsaken|usedUp|takeUp|takenUp)\b/i, 'expired, exhausted, requeue'],
  [/\bholdings\b/i, 'retention map'],
  [/\b(placeOf|placesOf|placeToPay|goesTo)\b/i, 'path, context, deepLink'],
  [/\b(bringParts|answerHere|takeOpened|speaker)\b/i, 'preloadAll, preloaded response, client identity'],
  [/\b(studio|walkers?|furniture|PersonStory|LoanStory)\b/i, 'screenshot context, actor, layout, scenario'],
  [/\b(tidy|house rules)\b/i, 'lint rules'],
  [/\blet go of\b/i, 'waive'],
];

/** Uses of a replaced name in code and comments. */
export function checkGlossary(path: string, text: string): Problem[] {
  if (!/\.(tsx?|mjs|sql)$/.test(path) || path === 'tools/lint-rules/glossary.ts') return [];
  return text.split('\n').flatMap((line, index) =>
    REPLACED.flatMap(([name, now]) => {
      const found = name.exec(line);
      if (!found) return [];
      return [{ path, line: index + 1, rule: 'glossary', message: `"${found[0]}" was replaced: ${now}` }];
    }),
  );
}
