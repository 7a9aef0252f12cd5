import { relative } from 'node:path';
import { repo } from './repo.mjs';

let failed = 0;

/** Vitest's reporters name failed tests after the last one; this one does so as each ends. */
export default class {
  onTestCaseResult(test) {
    if (test.result().state !== 'failed') return;

    failed += 1;
    console.log(`\n${failed}) ${relative(repo, test.module.moduleId)}: ${test.fullName}`);
  }
}
