import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../tools/app.mjs';
import { ensureChromium } from '../tools/chromium.mjs';
import { median } from './figures.ts';
import { jump } from './load-model/our-server.ts';
import { readOptions } from './options.ts';
import { buildFloorPages } from './pages/floor-pages.ts';
import { scorePages } from './pages/lighthouse.ts';
import { loadColdAndWarm, type Target } from './pages/load-page.ts';
import {
  describeSpeed,
  judgePages,
  type Loads,
  type PageLoads,
  PLAIN,
  REACT,
  tabulatePages,
} from './pages/page-report.ts';
import { SLOW_4G, slowDown } from './pages/slow-network.ts';
import { serveFolder } from './pages/static-server.ts';
import { publish } from './report.ts';

/**
 * Measures how soon our first pages are ready on a quick and on a slow phone, beside a plain page
 * and a bare React page.
 */

/** How many times slower than this machine the processor of a quick phone is. */
const QUICK = 4;
/** A slow phone is one on which the React page is ready after so long. */
const REACT_READY_MS = 1_800;
const SEARCH_STEPS = 6;
const MOST_SLOWING = 40;

const options = readOptions(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), 'noren-bench-pages-'));
const toStop: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
try {
  const program = await ensureChromium();
  const { targets, judged } = await openTargets();
  const slowing = await findSlowing(program, targets);
  const rows = tabulatePages(await measure(program, targets, [QUICK, slowing]));
  const lighthouse = options.lighthouse ? await scorePages(program, judged) : [];

  publish(
    'page',
    {
      conditions: {
        browser: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(),
        runs: options.runs,
        slowing,
        reactReadyMs: REACT_READY_MS,
        ...SLOW_4G,
      },
      tables: { pages: rows, lighthouse },
      targets: judgePages(rows, slowing),
      history: describeSpeed(rows, slowing),
    },
    options.write,
  );
} finally {
  for (const stop of toStop.reverse()) await stop();
}

async function openTargets(): Promise<{ targets: Target[]; judged: Target[] }> {
  const floor = buildFloorPages(folder);

  const slow = async (port: number): Promise<string> => {
    const network = await slowDown(port);
    toStop.push(network.stop);
    return `http://127.0.0.1:${network.port}/`;
  };

  const serve = async (from: string): Promise<string> => {
    const server = await serveFolder(from);
    toStop.push(server.stop);
    return slow(server.port);
  };

  const app = await startApp();
  toStop.push(app.stop);

  const port = Number(new URL(app.url).port);
  // Who has repaid is offered a larger loan by a dialog, once: it would lie over what is measured.
  const [certified, active] = [await jump(port, 'limit'), await jump(port, 'active')];
  const floors = { group: 'floor', control: '#go' } as const;
  const first = { group: 'first' } as const;
  const mine = { group: 'signed in', ...active } as const;

  const listOurs = (at: string): Target[] => [
    { name: 'Noren landing', ...first, url: `${at}#/noren`, control: 'a[href="#/login"]' },
    { name: 'Noren login', ...first, url: `${at}#/login`, control: 'button[type="submit"]' },
    {
      name: 'Noren home',
      ...mine,
      ...certified,
      url: `${at}#/home`,
      control: 'a[href^="#/loan?product="]',
    },
    { name: 'Noren orders', ...mine, url: `${at}#/order`, control: 'a[href^="#/repay/"]' },
    {
      name: 'Noren repay',
      ...mine,
      url: `${at}#/repay/${active.repayId}`,
      control: '[class^="_foot_"] button',
    },
  ];
  const privacy = `${app.url}/#/privacy-policy`;

  return {
    targets: [
      { name: PLAIN, ...floors, url: await serve(floor.plain), isPlain: true },
      { name: REACT, ...floors, url: await serve(floor.react) },
      ...listOurs(await slow(port)),
    ],
    judged: [
      ...listOurs(`${app.url}/`),
      { name: 'Noren privacy', ...first, url: privacy, control: 'main' },
    ],
  };
}

/** Every page in turn, run by run, so that whatever else the machine does falls on all of them. */
async function measure(
  program: string,
  targets: readonly Target[],
  speeds: readonly number[],
): Promise<PageLoads[]> {
  const { runs } = options;
  const all = speeds.flatMap((cpu) =>
    targets.map((target) => ({
      target,
      name: target.name,
      group: target.group,
      cpu,
      loads: [] as Loads[],
      failure: null as string | null,
    })),
  );

  for (let run = 1; run <= runs; run += 1)
    for (const page of all) {
      if (page.failure) continue;

      try {
        page.loads.push(await loadColdAndWarm(program, page.target, page.cpu));
      } catch (error) {
        page.failure = (error as Error).message.split('\n')[0]!;
      }

      const ready = page.loads.at(-1)?.cold.ready ?? 0;
      const summary = page.failure ?? `ready after ${Math.round(ready)} ms`;
      console.error(`run ${run} of ${runs}, processor ×${page.cpu}: ${page.name}: ${summary}`);
    }

  return all;
}

/**
 * By how much the processor must be slowed until the React login is ready as late as on a slow
 * phone: two machines then compare.
 */
async function findSlowing(program: string, targets: readonly Target[]): Promise<number> {
  const target = targets.find(({ name }) => name === REACT)!;
  let [least, most] = [1, MOST_SLOWING];

  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    const slowing = (least + most) / 2;
    const loads = [];

    for (let run = 0; run < 3; run += 1)
      loads.push(await loadColdAndWarm(program, target, slowing));

    const ready = median(loads.map(({ cold }) => cold.ready ?? 0));
    console.error(
      `processor ×${slowing.toFixed(1)}: ${REACT}: ready after ${Math.round(ready)} ms`,
    );
    if (ready > REACT_READY_MS) most = slowing;
    else least = slowing;
  }

  return Math.round((least + most) * 5) / 10;
}
