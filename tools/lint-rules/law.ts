/**
 * The workspaces that each workspace may import; import-law.ts enforces it. knip refuses packages
 * that a workspace does not declare, and in product code those for development. Biome refuses
 * modules of Node in code that runs in a browser.
 */
export const WORKSPACE_LAW: Readonly<Record<string, readonly string[]>> = {
  core: [],
  contract: ['core'],
  server: ['contract', 'core'],
  web: ['contract', 'core'],
  console: ['contract', 'core'],
  e2e: ['contract'],
  bench: ['contract', 'core'],
  checks: ['contract', 'core', 'server'],
  tools: [],
};

/** Files of tools and builds that a folder or file of another workspace may import. */
export const TOOL_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  // Tests start a database, a replica of it and the program.
  'server/src/testing': [
    'tools/postgres.mjs',
    'tools/citus-cluster.ts',
    'tools/free-port.mjs',
    'tools/sql.ts',
  ],
  // They stop databases, and restore them.
  'server/system-tests': [
    'tools/postgres.mjs',
    'tools/citus-cluster.ts',
    'tools/migrate-database.mjs',
    'tools/sql.ts',
  ],
  // The walks start installations and a browser.
  e2e: ['tools/app.mjs', 'tools/app-databases.ts', 'tools/chromium.mjs', 'tools/localhost.mjs'],
  // Programs that try the server start its database.
  checks: ['tools/postgres.mjs', 'tools/sql.ts'],
  // Measurements start what they measure.
  bench: ['tools/postgres.mjs', 'tools/free-port.mjs', 'tools/app.mjs', 'tools/chromium.mjs'],
  // The build refuses the texts that the tests refuse.
  'web/build/catalogue-check-plugin.ts': [
    'tools/lint-rules/catalogues.ts',
    'tools/lint-rules/source.ts',
    'tools/lint-rules/text-glossaries.ts',
  ],
  // Both builds leave the schemas of calls out.
  'console/vite.config.ts': ['web/build/strip-schemas-plugin.ts'],
};

/** Screens of the first load; the routes load every other one when it is opened. */
export const FIRST_SCREENS: readonly string[] = [
  'web/src/features/pages/noren.tsx',
  'web/src/features/login/login.tsx',
];

const LENDING_AND_BELOW = ['lending', 'notifications', 'job-list.ts', 'platform'];
const PEOPLE_AND_BELOW = ['people', ...LENDING_AND_BELOW];
const API_AND_BELOW = ['api', 'session', 'ui', 'i18n'];
const SHARED_AND_BELOW = ['shared', 'pwa', 'tracking', 'device', ...API_AND_BELOW];

/**
 * The law of folders: which folders and files below `src` each folder may import, besides itself.
 * dependency-cruiser enforces it (see dependency-rules.ts) and draws it (`npm run graph`). A file
 * at the root of `src` composes: it may import all, and nothing imports it but tests and what names
 * it here.
 */
export const FOLDER_LAW: Record<'server' | 'web' | 'console', Record<string, readonly string[]>> = {
  server: {
    platform: [],
    notifications: ['job-list.ts', 'platform'],
    lending: ['notifications', 'job-list.ts', 'platform'],
    people: LENDING_AND_BELOW,
    borrower: PEOPLE_AND_BELOW,
    console: PEOPLE_AND_BELOW,
    processes: PEOPLE_AND_BELOW,
    schedule: ['borrower', 'console', 'processes', ...PEOPLE_AND_BELOW],
    providers: ['platform/ports'],
    // Commands open the encrypted files as the program does.
    commands: ['open-files.ts', 'borrower', 'processes', ...PEOPLE_AND_BELOW, 'providers'],
    // The sandbox opens the app as it was some days ago.
    sandbox: [
      'app.ts',
      'schedule',
      'borrower',
      'console',
      'processes',
      ...PEOPLE_AND_BELOW,
      'providers',
    ],
  },
  web: {
    browser: [],
    i18n: ['browser'],
    session: ['browser'],
    ui: ['i18n'],
    api: ['session', 'i18n'],
    tracking: API_AND_BELOW,
    device: ['tracking', ...API_AND_BELOW],
    pwa: ['tracking', 'device', ...API_AND_BELOW],
    shared: ['pwa', 'tracking', 'device', ...API_AND_BELOW],
    features: SHARED_AND_BELOW,
    gallery: ['features', ...SHARED_AND_BELOW],
    'first-paint': [...SHARED_AND_BELOW, 'browser'],
    app: ['first-paint', 'gallery', 'features', ...SHARED_AND_BELOW],
  },
  console: {
    texts: [],
    ui: ['texts'],
    api: ['texts'],
    shell: ['api', 'ui', 'texts'],
    shared: ['api', 'ui', 'texts'],
    features: ['shared', 'shell', 'api', 'ui', 'texts'],
    gallery: ['shell', 'ui', 'texts'],
    app: ['gallery', 'features', 'shared', 'shell', 'api', 'ui', 'texts'],
  },
};

/**
 * The one import of core's lending by the platform: a setting has a bound of the product as its
 * default.
 */
export const PLATFORM_IMPORTS: readonly (readonly [from: string, to: string])[] = [
  ['server/src/platform/config/config.ts', '@noren/core/lending/terms'],
];

/**
 * The tables that SQL of the platform may name: it reads users, sessions and the lender's people,
 * and no loan.
 */
export const PLATFORM_TABLES: readonly string[] = [
  'audit_log',
  'idempotency_keys',
  'installation',
  'name_owners',
  'queued_jobs',
  'rate_limit_hits',
  'security_events',
  'sessions',
  'staff',
  'staff_audit',
  'staff_audit_head',
  'staff_challenges',
  'staff_invitations',
  'staff_passkeys',
  'staff_roles',
  'staff_sessions',
  'users',
];

/**
 * Imports from one feature to another, below `server/src/borrower`: at most three; the list may
 * shrink, not grow.
 */
export const FEATURE_IMPORTS: readonly (readonly [from: string, to: string])[] = [
  ['account/consent-effects.ts', 'device/store.ts'],
  ['account/consent-effects.ts', 'tracking/store.ts'],
  ['preorder/guidance.ts', 'loans/evaluate-credit.ts'],
];
