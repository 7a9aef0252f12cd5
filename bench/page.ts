import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../tools/app.mjs';
import { ensureChromium } from '../tools/chromium.mjs';
import { median, round } from './figures.ts';
import { type Options, readOptions } from './options.ts';
import { buildFloorPages } from './pages/floor-pages.ts';
import { type PageTarget, scorePages } from './pages/lighthouse.ts';
import { type Load, loadColdAndWarm, type Target } from './pages/load-page.ts';
import {
  describeSpeed,
  HOME,
  judgePages,
  LANDING,
  LOGIN,
  ORDER,
  type PageLoads,
  PLAIN,
  REACT,
  REPAY,
  tabulatePages,
} from './pages/page-report.ts';
import { signIn } from './pages/sign-in.ts';
import { SLOW_4G, slowDown } from './pages/slow-network.ts';
import { serveFolder } from './pages/static-server.ts';
import { publish } from './report.ts';

/**
 * Measures how soon our first pages are ready on a slow phone, beside a plain page and a bare React
 * page.
 */

const SEARCH_STEPS = 6;
const MOST_SLOWING = 40;

const options = readOptions(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), 'noren-bench-pages-'));
const toStop: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
try {
  const program = await ensureChromium();
  const { targets, judged } = await openTargets();
  const slowing = await findSlowing(program, targets, options.react);
  const cpu = [...options.cpu, slowing];
  const measured = await measure(program, targets, { runs: options.runs, cpu });
  const lighthouse = options.lighthouse ? await scorePages(program, judged) : [];

  publish(
    'page',
    {
      conditions: {
        browser: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(),
        runs: options.runs,
        slowing,
        reactReadyMs: options.react,
        ...SLOW_4G,
      },
      tables: { pages: tabulatePages(measured), lighthouse },
      targets: judgePages(measured, cpu, slowing),
      history: describeSpeed(measured, slowing),
    },
    options.write,
  );
} finally {
  for (const stop of toStop.reverse()) await stop();
}

async function openTargets(): Promise<{ targets: Target[]; judged: PageTarget[] }> {
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

  const [plain, react, ours] = [
    await serve(floor.plain),
    await serve(floor.react),
    await slow(Number(new URL(app.url).port)),
  ];
  // Who has repaid is offered a larger loan by a dialog, once: it would lie over what is measured.
  const [certified, active] = [await signIn(app.url, 'limit'), await signIn(app.url, 'active')];
  const targets: Target[] = [
    { name: LANDING, url: `${ours}#/noren`, control: 'a[href="#/login"]' },
    { name: LOGIN, url: `${ours}#/login`, control: 'button[type="submit"]' },
    { name: HOME, url: `${ours}#/home`, control: 'a[href^="#/loan?product="]', ...certified },
    { name: ORDER, url: `${ours}#/order`, control: 'a[href^="#/repay/"]', ...active },
    {
      name: REPAY,
      url: `${ours}#/repay/${active.repayId}`,
      control: '[class^="_foot_"] button',
      ...active,
    },
  ];

  return {
    targets: [
      { name: PLAIN, url: plain, control: '#go', isPlain: true },
      { name: REACT, url: react, control: '#go' },
      ...targets.map((target) => ({ ...target, hasWorker: true })),
    ],
    judged: [
      { name: LANDING, url: `${app.url}/#/noren`, least: 100 },
      { name: LOGIN, url: `${app.url}/#/login`, least: 100 },
      { name: 'Noren privacy', url: `${app.url}/#/privacy-policy`, least: 100 },
      { name: HOME, url: `${app.url}/#/home`, least: 98, ...certified },
      { name: REPAY, url: `${app.url}/#/repay/${active.repayId}`, least: 98, ...active },
    ],
  };
}

/** Every page in turn, run by run, so that whatever else the machine does falls on all of them. */
async function measure(
  program: string,
  targets: readonly Target[],
  { runs, cpu }: Pick<Options, 'runs' | 'cpu'>,
): Promise<PageLoads[]> {
  const all = cpu.flatMap((slowing) =>
    targets.map((target) => ({ target, slowing, loads: [] as Loads, failure: '' })),
  );
  for (let run = 1; run <= runs; run += 1)
    for (const page of all) {
      if (page.failure) continue;

      try {
        page.loads.push(await loadColdAndWarm(program, page.target, page.slowing));
      } catch (error) {
        page.failure = `${(error as Error).message.split('\n')[0]}`;
      }

      const ready = round(page.loads.at(-1)?.cold.ready ?? null);
      const summary = page.failure || `ready after ${ready} ms`;

      console.error(
        `run ${run} of ${runs}, processor ×${page.slowing}: ${page.target.name}: ${summary}`,
      );
    }

  return all.map(({ target, slowing, loads, failure }) => ({
    name: target.name,
    cpu: slowing,
    loads,
    failure: failure || undefined,
  }));
}

type Loads = { cold: Load; warm: Load }[];

/**
 * By how much the processor must be slowed until the React login is ready after that time: two
 * machines then compare.
 */
async function findSlowing(
  program: string,
  targets: readonly Target[],
  readyMs: number,
): Promise<number> {
  const target = targets.find(({ name }) => name === REACT);
  if (!target) throw new Error(`there is no ${REACT}`);

  let [least, most] = [1, MOST_SLOWING];
  for (let step = 0; step < SEARCH_STEPS; step += 1) {
    const slowing = (least + most) / 2;
    const loads = [];

    for (let run = 0; run < 3; run += 1)
      loads.push(await loadColdAndWarm(program, target, slowing));

    const ready = median(loads.map(({ cold }) => cold.ready)) ?? 0;
    console.error(`processor ×${round(slowing, 1)}: ${REACT}: ready after ${round(ready)} ms`);
    if (ready > readyMs) most = slowing;
    else least = slowing;
  }

  return Math.round((least + most) * 5) / 10;
}
