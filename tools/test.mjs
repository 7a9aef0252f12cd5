import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { PlainError, runMain } from './repo.mjs';
import { browserWalks, lint, types, vitest, webBuild } from './test-stages.mjs';

const QUICK = process.argv.includes('--quick');

await runMain(async () => {
  const total = { passed: 0, failed: 0 };
  const scratch = mkdtempSync(join(tmpdir(), 'noren-results-'));
  try {
    ensureInstalled();
    for (const lanes of legs(scratch)) {
      const stages = await Promise.all(lanes.map(runLane));
      for (const { passed, failed } of stages.flat()) {
        total.passed += passed;
        total.failed += failed;
      }
    }
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    console.log(error.message);
    total.failed += 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
});

/**
 * One leg after the other, its lanes side by side where one waits while the other works. Walks are alone: beside the server's
 * tests both are starved on two cores. The app is built before the leg in which servers start that serve it.
 */
function legs(scratch) {
  const unit = (project) => [project, () => vitest(project, join(scratch, `${project}.json`))];
  const walks = ['browser walks', () => browserWalks(join(scratch, 'walks.json'))];
  const first = [['types', types], ['lint', lint], ...['tidy', 'core', 'contract'].map(unit)];
  if (QUICK) return [[first], [[unit('server')], [unit('web')]]];
  return [[first, [['web build', webBuild]]], [[unit('server')], [unit('web')]], [[walks]]];
}

async function runLane(stages) {
  const ended = [];
  for (const [name, run] of stages) ended.push(await runStage(name, run));
  return ended;
}

async function runStage(name, run) {
  const from = performance.now();
  const { passed, failed, skipped = 0, report } = await attempt(run);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const notRun = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(`${name.padEnd(14)} ${passed} ok${notRun}${failed > 0 ? `, ${failed} NOT OK` : ''} (${seconds} s)`);
  if (failed > 0 && report) console.log(report.trimEnd().replace(/^/gm, '  | '));
  return { passed, failed };
}

/** A stage that cannot run is a failure of its own; the stages after it still run. */
async function attempt(run) {
  try {
    return await run();
  } catch (error) {
    const report = error instanceof PlainError ? error.message : `${error.stack}`;
    return { passed: 0, failed: 1, report };
  }
}
