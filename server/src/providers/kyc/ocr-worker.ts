import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { lowerPriority } from './lower-priority.ts';

lowerPriority();
const require = createRequire(import.meta.url);

// The package does not export its worker; it lies beside a file that is exported.
require(
  join(
    dirname(require.resolve('tesseract.js/package.json')),
    'src',
    'worker-script',
    'node',
    'index.js',
  ),
);
