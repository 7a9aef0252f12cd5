import type { ICruiseOptions, IFlattenedRuleSet } from 'dependency-cruiser';
import { FEATURE_IMPORTS, FOLDER_LAW } from './law.ts';

type Rule = NonNullable<IFlattenedRuleSet['forbidden']>[number];

/** Tests and what only they use may import anything. */
const TEST = '\\.test\\.tsx?$|^(server|web|console)/src/testing/';

/** The folders whose files are cruised. */
export const CRUISED = ['core/src', 'contract/src', 'server/src', 'web/src', 'console/src'];

const literally = (path: string): string => path.replaceAll('.', '\\.');

/**
 * A folder may import itself and what its row of the law names; of the other workspaces what
 * import-law.ts allows.
 */
function layerRules(): Rule[] {
  return Object.entries(FOLDER_LAW).flatMap(([workspace, law]) =>
    Object.entries(law).map(([folder, allowed]): Rule => {
      const open = [folder, ...allowed].map((name) =>
        name.endsWith('.ts') ? `${literally(name)}$` : `${name}/`,
      );
      return {
        name: `${workspace}/src/${folder} imports ${allowed.join(', ') || 'nothing above it'}`,
        severity: 'error',
        from: { path: `^${workspace}/src/${folder}/`, pathNot: TEST },
        to: { path: `^${workspace}/src/`, pathNot: `^${workspace}/src/(${open.join('|')})` },
      };
    }),
  );
}

/** A feature imports no other but by a line of the list. */
function featureRules(): Rule[] {
  const files = Map.groupBy(FEATURE_IMPORTS, ([from]) => from);
  const name = 'a feature imports no other but by the list in law.ts';
  const features = '^(?:server/src/borrower|web/src/features|console/src/features)';
  const own = `${features}/$1/`;
  const others: Rule = {
    name,
    severity: 'error',
    from: {
      path: `${features}/([^/]+)/`,
      pathNot: `${TEST}|^server/src/borrower/(${[...files.keys()].map(literally).join('|')})$`,
    },
    to: { path: `${features}/`, pathNot: own },
  };
  const listed = [...files].map(
    ([from, lines]): Rule => ({
      name,
      severity: 'error',
      from: {
        path: `^server/src/borrower/(${from.split('/')[0]})/${literally(from.slice(from.indexOf('/') + 1))}$`,
      },
      to: {
        path: '^server/src/borrower/',
        pathNot: `${own}|^server/src/borrower/(${lines.map(([, to]) => literally(to)).join('|')})$`,
      },
    }),
  );

  return [others, ...listed];
}

const ALWAYS: readonly Rule[] = [
  {
    name: 'no file imports itself by way of others',
    severity: 'error',
    from: { pathNot: TEST },
    to: { circular: true },
  },
  {
    name: 'no folder imports itself by way of others',
    scope: 'folder',
    severity: 'error',
    from: { path: '^(core|server|web|console)/src/.', pathNot: TEST },
    to: { circular: true, path: '^(core|server|web|console)/src/.' },
  } as Rule,
  {
    name: 'nothing imports main.ts',
    severity: 'error',
    from: {},
    to: { path: '^server/src/main\\.ts$' },
  },
];

/** The rules dependency-cruiser enforces, made from the law. */
export const dependencyRules: IFlattenedRuleSet = {
  forbidden: [...ALWAYS, ...layerRules(), ...featureRules()],
};

/** TypeScript 7 has no compiler API yet, so that swc parses; types count as imports. */
export const cruiseOptions: ICruiseOptions = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  // Tests import from everywhere: their folders would seem to import each other.
  exclude: { path: '\\.test\\.tsx?$' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default', 'types'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
  },
};
