import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { openPhone } from './browser.ts';
import { arrive, button } from './load-script.ts';
import { textOf } from './texts.ts';

/** Memory of the process that shows a page, in bytes. */
export interface Memory {
  readonly what: string;
  /** Objects of the page's scripts; the face engine's own thread is not among them. */
  readonly heap: number;
  /** All that is resident. */
  readonly resident: number;
  /** The part that is private: heaps, WebAssembly, decoded pictures. */
  readonly own: number;
  /** Of it what is shared with other processes of the browser: bitmaps of a screen drawn without a graphics chip. */
  readonly shared: number;
}

/** Where the check is measured: the app without a slow network, and a film in which no check passes. */
interface Measuring {
  readonly program: string;
  readonly url: string;
  /** A camera film of the five poses with another person in the last: the server rejects it, and it can be tried again. */
  readonly film: string;
}

const LOOK_EVERY_MS = 250;
const SETTLED_MS = 1_500;
const CAMERA_MS = 5_000;

/**
 * Looks at a page that only plays the camera, then at the face page before, during and after two checks in a row.
 * The figure of a check is its peak; before and after it, garbage is collected first.
 */
export async function measureFaceMemory({ program, url, film }: Measuring): Promise<Memory[]> {
  const { browser, context } = await openPhone(program, film);
  try {
    const root = await browser.newBrowserCDPSession();
    const bare = await readCamera(context, root, url);
    const page = await context.newPage();
    await context.request.post(`${url}/sandbox/api/jump`, { data: { to: 'face' } });
    const readings: Memory[] = [];
    await page.goto(`${url}/#/facial-auth/step-one?at=confirm`);
    await button(page, 'certification.confirm_next').waitFor();
    const scales = await scalesOn(page, root);
    readings.push(await scales.rested('the screen before it'));
    await button(page, 'certification.confirm_next').click();
    await agreeIfPrompted(page);
    for (const number of [1, 2]) {
      const start = number === 1 ? 'certification.start_face' : 'certification.try_face_again';
      await button(page, start).click();
      const camera = page.getByRole('dialog', { name: textOf('certification.face_title') });
      await camera.waitFor();
      readings.push(await scales.highest(`check ${number}, at its highest`, camera.waitFor({ state: 'hidden' })));
      await button(page, 'certification.try_face_again').waitFor();
      readings.push(await scales.rested(`after check ${number}, refused`));
    }
    return [...bare, ...readings];
  } finally {
    await browser.close();
  }
}

async function agreeIfPrompted(page: Page): Promise<void> {
  const gate = page.getByRole('heading', { name: textOf('consent.title_face_check') });
  const start = button(page, 'certification.start_face');
  await gate.or(start).first().waitFor();
  if (await gate.isVisible()) await button(page, 'consent.agree').click();
  await arrive(page, textOf('certification.face_title'));
}

/** The least that shows a camera: a page of this origin with nothing in it, with a video, with a canvas that it is drawn on. */
async function readCamera(context: BrowserContext, root: CDPSession, url: string): Promise<Memory[]> {
  const page = await context.newPage();
  await page.goto(`${url}/api/user/public/none`);
  const scales = await scalesOn(page, root);
  const empty = await scales.rested('a page with nothing in it');
  await page.evaluate(async () => {
    const video = document.createElement('video');
    Object.assign(video, { muted: true, width: 360 });
    document.body.replaceChildren(video);
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: true });
    await video.play();
  });
  const playing = await scales.highest('a page that plays the camera', pause(CAMERA_MS));
  await page.evaluate(() => {
    const video = document.querySelector('video') as HTMLVideoElement;
    const canvas = document.createElement('canvas');
    const draw = (): void => {
      [canvas.width, canvas.height] = [480, 640];
      canvas.getContext('2d')?.drawImage(video, 0, 0);
      requestAnimationFrame(draw);
    };
    draw();
  });
  const drawn = await scales.highest('the same, and draws it on a canvas', pause(2 * CAMERA_MS));
  await page.close();
  return [empty, playing, drawn];
}

interface Scales {
  rested(what: string): Promise<Memory>;
  highest(what: string, during: Promise<unknown>): Promise<Memory>;
}

async function scalesOn(page: Page, root: CDPSession): Promise<Scales> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const pid = await findProcess(page, root);
  const read = async (what: string): Promise<Memory> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
    return { what, heap, ...statusOf(pid) };
  };
  return {
    async rested(what) {
      await pause(SETTLED_MS);
      await session.send('HeapProfiler.collectGarbage');
      return read(what);
    },
    async highest(what, during) {
      let isOver = false;
      const end = during.finally(() => {
        isOver = true;
      });
      let most = await read(what);
      while (!isOver) {
        await pause(LOOK_EVERY_MS);
        const now = await read(what);
        if (now.resident > most.resident) most = now;
      }
      await end;
      return most;
    },
  };
}

const BUSY_MS = 1_000;

/** The process that shows a page: the one that works while the page does. */
async function findProcess(page: Page, root: CDPSession): Promise<number> {
  // A browser that has just started works elsewhere too.
  await pause(SETTLED_MS);
  const list = async () => (await root.send('SystemInfo.getProcessInfo')).processInfo;
  const before = new Map((await list()).map(({ id, cpuTime }) => [id, cpuTime]));
  await page.evaluate((ms) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  }, BUSY_MS);
  const worked = (await list()).map(({ id, cpuTime }) => ({ id, seconds: cpuTime - (before.get(id) ?? 0) }));
  return worked.reduce((most, one) => (one.seconds > most.seconds ? one : most)).id;
}

/** Linux only. */
function statusOf(pid: number): Omit<Memory, 'what' | 'heap'> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1_024;
  return { resident: bytes('VmRSS'), own: bytes('RssAnon'), shared: bytes('RssShmem') };
}
