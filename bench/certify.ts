import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningApp, startApp } from '../tools/app.mjs';
import { ensureChromium } from '../tools/chromium.mjs';
import { reportCertification, type Walks } from './certify/certify-report.ts';
import { measureFaceMemory } from './certify/face-memory.ts';
import { carryBare } from './certify/floor.ts';
import { drawFilm, inventPerson } from './certify/sandbox.ts';
import { type Walk, walkOnce } from './certify/walk.ts';
import { describeMachine, describeOtherWork } from './machine.ts';
import { readOptions } from './options.ts';
import { SLOW_4G, slowDown } from './pages/slow-network.ts';
import { publish } from './report.ts';
import { cardSenders, faceSenders } from './uploads/senders.ts';

/** Measures the whole certification in a browser on a slow network, and the memory of its face page. */

const options = readOptions(process.argv.slice(2));
const otherWork = describeOtherWork();
const folder = mkdtempSync(join(tmpdir(), 'noren-bench-certify-'));
const toStop: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
/** As the phone the app is made for, then as this machine is. */
const CPUS = [4, 1];

try {
  const program = await ensureChromium();
  const app = await startApp({ env: { NOREN_LOG_LEVEL: 'error' } });
  toStop.push(app.stop);
  const films = { right: join(folder, 'right.mjpeg'), swap: join(folder, 'swap.mjpeg') };
  for (const film of ['right', 'swap'] as const) writeFileSync(films[film], await drawFilm(app.url, film));
  const walks = await walkAll(program, app, films.right);
  console.error('memory of the face page');
  const memory = await measureFaceMemory({ program, url: app.url, film: films.swap });
  const version = /\d+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0] ?? '?';
  const lines = [
    `On ${describeMachine([`Chromium ${version}`])}; browser, server and database share it. Medians of ${options.walks} walks.`,
    `Network: ${SLOW_4G.roundTripMs} ms a round trip, ${SLOW_4G.downBitsPerMs / 1_000} Mbit/s down, ${SLOW_4G.upBitsPerMs / 1_000} up.`,
    ...(otherWork ? [`**${otherWork}**`] : []),
  ];
  publish('certify', `${lines.join('\n')}\n\n${reportCertification(walks, memory)}`, options.write);
} finally {
  for (const stop of toStop.reverse()) await stop();
}

async function walkAll(program: string, app: RunningApp, film: string): Promise<Walks[]> {
  const network = await slowDown(Number(new URL(app.url).port));
  toStop.push(network.stop);
  const all = CPUS.map((cpu) => ({ cpu, walks: [] as Walk[], bareMs: [] as number[] }));
  // The server's engines start at their first picture, which is not the one to be counted.
  for (const senders of [await cardSenders(app.url, 1), await faceSenders(app.url, 1)]) await senders[0]?.send();
  for (let run = 1; run <= options.walks; run += 1)
    for (const { cpu, walks, bareMs } of all) {
      const person = await inventPerson(app.url, Math.floor(Math.random() * 2 ** 31));
      const address = `http://127.0.0.1:${network.port}/`;
      const walk = await walkOnce({
        program,
        film,
        address,
        sandbox: app.url,
        person,
        cpu,
        carried: network.carried,
      });
      const ms = walk.steps.reduce((sum, step) => sum + step.ms, 0);
      console.error(`walk ${run} of ${options.walks}, processor ×${cpu}: ${Math.round(ms)} ms`);
      walks.push(walk);
      const sum = (pick: 'downBytes' | 'upBytes') => walk.steps.reduce((all, step) => all + step[pick], 0);
      bareMs.push(await carryBare({ downBytes: sum('downBytes'), upBytes: sum('upBytes') }));
    }
  return all;
}
