import { type Node, type Problem, type Source, visit } from './source.ts';

const DECLARATIONS = new Set([
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSEnumDeclaration',
  'ClassDeclaration',
  'ClassExpression',
]);

/** Past participles that do not end in -ed. Left out are those that are nouns of ours too: Run, Set, Cost, Cut, Split. */
const IRREGULAR = new Set(
  [
    'Begun Bound Bought Broken Brought Built Caught Chosen Dealt Done Drawn Driven Fallen Felt Found Frozen Given Gone',
    'Grown Heard Held Hidden Kept Known Laid Led Left Lent Lost Made Meant Met Overdrawn Overridden Paid Proven Put Read',
    'Said Seen Sent Shown Sold Sought Spent Spoken Stolen Sworn Taken Taught Thought Thrown Told Torn Undone Unknown',
    'Unread Withdrawn Withheld Won Written',
  ].flatMap((line) => line.split(' ')),
);

/** Words in -ed that are nouns. */
const NOUNS = new Set(['Bed', 'Breed', 'Deed', 'Feed', 'Need', 'Seed', 'Shed', 'Speed']);

/** Types named by a participle, alone or at the end: a type's name says what it is (`SentMessage`), not what was done. */
export function checkTypeNames(source: Source): Problem[] {
  const problems: Problem[] = [];
  visit(source.program, (node) => {
    const id = node.id as Node | null | undefined;
    if (!DECLARATIONS.has(node.type) || !id) return;
    const name = String(id.name);
    if (!endsInParticiple(name)) return;
    const message = `${name} is a participle: name the type by a noun`;
    problems.push({ path: source.path, line: source.lineAt(node.start), rule: 'type name', message });
  });
  return problems;
}

function endsInParticiple(name: string): boolean {
  const last = /[A-Z][a-z]*\d*$/.exec(name)?.[0] ?? '';
  return !NOUNS.has(last) && (IRREGULAR.has(last) || /ed$/.test(last));
}
