import { type Problem, type Source, visit } from './source.ts';

type Replacement = readonly [replaced: RegExp, now: string];

/**
 * Words and phrases the glossary replaced (docs/glossary.md), each with its word now: they are in
 * no name, comment, test or document. A word is added once it is gone; the list only grows, and has
 * no exceptions. Names are read by their parts: `takenBack`, `taken_back`, `TAKEN_BACK` and
 * `taken-back` are "taken back".
 */
const REPLACED: readonly Replacement[] = [
  [/\b(rides?|riding|fly|flies|flight)\b/, 'queueWithNext, executeBatch'],
  [/\bgather(s|ed|ing)?\b/, 'batch loader'],
  [/\b(dawdlers?|patience|flood(s|ed|ing)?)\b/, 'idle timeout, load shedding'],
  [/\bforsaken\b/, 'expired'],
  [/\bholdings\b/, 'retention map'],
  [
    /\b(studio|walkers?|furniture|person story|loan story)\b/,
    'screenshot context, actor, layout, scenario',
  ],
  [/\b(tidy|house rules)\b/, 'lint rules'],
  [/\blet go of\b/, 'waive'],
  [/\b(anew|whoever|lest|aught|whence)\b/, 'again, anyone who, so that … not'],
  [
    /\bcontradict(s|ed|ing|ion|ions|ory)?\b/,
    'discrepancy (with a provider), conflict (of two answers)',
  ],
  [/\b(take|takes|taken|took) back\b/, 'reverse, chargeback, withdraw'],
  [/\b(debt messages?|debt contact|dues messages?)\b/, 'dunning'],
  [/\b(standing|stands (for )?(ms|days))\b/, 'state, valid'],
  [/\bvouchers?\b/, 'proof'],
  [/\b(unclaimed receipts?|receipt (return|claim))\b/, 'unclaimed funds, unclaimed payment'],
  [/\bnotices?\b/, 'notification; callout on a screen'],
  [/\bmessage ids?\b/, 'notification id, text id'],
];

/** Parts of names that the glossary replaced; in a sentence they may be the right word. */
const REPLACED_IN_NAMES: readonly Replacement[] = [
  [/\b(stand (order|again)|read standing)\b/, 'syncOrderWithLedger, state'],
  [/^need \w/m, 'require…'],
  [/\b(is pure|refused at|second word|cover (event|code))\b/, 'twoPhase, onRejected, redact'],
  [/\b(used up|take up|taken up)\b/, 'exhausted, requeue'],
  [/\b(places? of|place to pay|goes to|values place)\b/, 'path, context, deepLink'],
  [
    /\b(bring parts|answer here|take opened|speaker)\b/,
    'preloadAll, preloaded response, client identity',
  ],
  [/\b(told|tells?|tellings?)\b/, 'report, describe, notify'],
  [/\b(hears?|hear[ds]? (?!from)|bearing|arrivals?)\b/, 'event, report, output'],
  [/\b(brings?|brought)\b/, 'deliver, send'],
  [/\b(story|stories)\b/, 'scenario'],
  [/\b(house (id|kind)|open outside)\b/, 'lender, providers'],
  [
    /\b(say paid|asked (at|paise)|limit asked|ask (export|erasure|refund|engine|worker))\b/,
    'request, query, report',
  ],
  [/\b(kept by law|most kept|taken in|kept apart)\b/, 'legal retention, maximum, posted, archived'],
];

const CHECKED = /\.([cm]?[jt]sx?|sql|css|md)$/;
/** The lists themselves and their tests; the user's specification; texts that borrowers read. */
const LEFT_OUT = /^tools\/lint-rules\/(text-)?glossar|^docs\/(specification|sms-templates)\.md$/;
const CATALOGUE = /^(web\/src\/i18n|server\/src\/platform\/translations)\/[a-z]+\.json$/;
/** Not ours to name: a route of the specification, the file of others' licences, a mail's header. */
const CUSTOMARY = /upload-voucher|\bNOTICE\b|\b[Mm]essage-[Ii][Dd]\b/g;

/** Uses of a replaced word: in the path, in names and sentences, and in the ids of texts. */
export function checkGlossary(path: string, text: string): Problem[] {
  const isCatalogue = CATALOGUE.test(path);
  if (LEFT_OUT.test(path) || !(isCatalogue || CHECKED.test(path))) return [];

  const lines = text
    .split('\n')
    .map((line) => (isCatalogue ? (/^\s*"([^"]+)":/.exec(line)?.[1] ?? '') : line));
  // The file as a whole first: nearly all are clean.
  if (replacedIn([path, ...lines].join('\n')).length === 0) return [];

  return [path, ...lines].flatMap((line, index) =>
    replacedIn(line).map((message) => ({
      path,
      line: Math.max(index, 1),
      rule: 'glossary',
      message,
    })),
  );
}

function replacedIn(text: string): string[] {
  const own = text.replace(CUSTOMARY, '');
  const names = new Set(own.match(/[A-Za-z][A-Za-z0-9]*[_-]?[A-Za-z0-9_-]*/g));
  const compound = [...names].map(splitName).filter((parts) => parts.includes(' '));
  return [...find(REPLACED, splitName(own)), ...find(REPLACED_IN_NAMES, compound.join('\n'))];
}

/** Names of one word that the glossary replaced. */
export function checkGlossaryNames({ path, program, lineAt }: Source): Problem[] {
  if (LEFT_OUT.test(path)) return [];

  const names = new Map<string, number>();
  visit(program, (node) => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier')
      names.set(splitName(String(node.name)), node.start);
  });

  return [...names]
    .filter(([name]) => !name.includes(' '))
    .flatMap(([name, start]) =>
      find(REPLACED_IN_NAMES, name).map((message) => ({
        path,
        line: lineAt(start),
        rule: 'glossary',
        message,
      })),
    );
}

function find(replacements: readonly Replacement[], text: string): string[] {
  return replacements.flatMap(([replaced, now]) => {
    const found = replaced.exec(text);
    return found ? [`"${found[0]}" was replaced: ${now}`] : [];
  });
}

/** A name or a sentence as words in lower case. */
function splitName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .trim();
}
