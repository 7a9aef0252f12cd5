import type { KnipConfig } from 'knip';

/**
 * With `--production` tests do not count as users of a file, an export or a package; without it
 * they do, and have to have users.
 */
const isProduction = process.argv.includes('--production');

/** What walks, checks and measurements import is checked with the tests. */
const OF_PROGRAMS = isProduction ? ['.*'] : [];

const config: KnipConfig = {
  // An export that its own file uses as well may be exported for a test.
  ignoreExportsUsedInFile: true,
  workspaces: {
    // What the scripts of package.json run is found there.
    '.': isProduction
      ? { entry: ['tools/*.mjs!'], project: ['tools/*.mjs!'] }
      : {
          entry: ['tools/lint-rules/figures.ts', 'tools/failed-tests-reporter.mjs'],
          project: ['tools/**/*.{mjs,ts}'],
        },
    core: { project: ['src/**/*.ts!'], includeEntryExports: true },
    contract: { project: ['src/**/*.ts!'], includeEntryExports: true },
    server: {
      entry: [
        'src/{main,commands/{backup,migrate,restore,restore-files,rotate-keys,seal-key,sms-templates,staff,verify}}.ts!',
        // The list that spreading the tables reads.
        'src/platform/db/table-placement.ts!',
        'src/providers/kyc/{engine-child,ocr-worker,face-worker,code-worker}.ts!',
      ],
      project: ['src/**/*.{ts,mjs}!', 'system-tests/**/*.ts', '!src/testing/**!'],
      // Opened as files: fonts, models; tfjs is what human runs on.
      ignoreDependencies: [
        '@expo-google-fonts/.*',
        '@tensorflow/tfjs',
        '@tesseract.js-data/eng',
        'dejavu-fonts-ttf',
      ],
    },
    web: {
      entry: [
        'src/app/{main,shell}.tsx!',
        'src/first-paint/*.ts!',
        'src/pwa/service-worker*.ts!',
        'vite.config.ts!',
        'build/*.ts!',
        'src/testing/setup.ts',
      ],
      project: ['src/**/*.{ts,tsx,css,svg,png,jpg,webp,woff2}!', '!src/testing/**!', 'build/*.ts!'],
      // Opened as files by the build: fonts, the face model; what the build writes imports
      // message-utils.
      ignoreDependencies: ['@fontsource/.*', '@lingui/message-utils', '@vladmandic/human'],
    },
    console: {
      entry: ['src/app/main.tsx!', 'vite.config.ts!', 'build/*.ts!', 'src/testing/setup.ts'],
      project: ['src/**/*.{ts,tsx,css,svg,png,jpg,webp,woff2}!', '!src/testing/**!', 'build/*.ts!'],
    },
    e2e: {
      entry: ['walks/**/*.ts', 'support/global-setup.ts', 'screens/{screens,console}.ts'],
      project: ['**/*.ts'],
      ignoreDependencies: OF_PROGRAMS,
    },
    checks: {
      entry: ['{simulate,fuzz,data-model,draw-faces}/main.ts'],
      project: ['**/*.ts'],
      ignoreDependencies: OF_PROGRAMS,
    },
    bench: { entry: ['*.ts'], project: ['**/*.ts'], ignoreDependencies: OF_PROGRAMS },
  },
  compilers: {
    css: (text) =>
      [...text.matchAll(/(?:@import|url\(|composes:[^;]+from)\s*['"]?(\.[^'")]+)/g)]
        .map(([, path]) => `import '${path}';`)
        .join('\n'),
  },
  // What the build made, where there is one.
  ignore: ['web/dist/**', 'console/dist/**'],
  ignoreBinaries: ['apt-get'],
  ignoreIssues: {
    // The tools and the build import packages that are for development.
    'tools/sql.ts': ['unlisted'],
    'web/build/*.ts': ['unlisted'],
    // The web workspace declares the package that reads its texts.
    'tools/lint-rules/catalogues.ts': ['unlisted'],
  },
};

export default config;
