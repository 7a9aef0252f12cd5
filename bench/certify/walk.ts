import type { Traffic } from '../pages/slow-network.ts';
import { openPhone } from './browser.ts';
import { JOURNEY } from './journey.ts';
import { type LoadScript, makeLoadScript } from './load-script.ts';
import type { Person } from './sandbox.ts';

/** How one step went. */
export interface StepResult extends Traffic {
  readonly ms: number;
}

/** A whole certification. */
export interface Walk {
  readonly steps: readonly StepResult[];
  readonly script: LoadScript['done'];
  /** Milliseconds the face engine took for each picture of the camera. */
  readonly engineMs: readonly number[];
}

const SEEN_CHARACTERS = 400;

interface Walking {
  readonly program: string;
  readonly film: string;
  /** Address of the app behind the slow network, and without it. */
  readonly address: string;
  readonly sandbox: string;
  readonly person: Person;
  /** How many times slower the processor is made for the page. */
  readonly cpu: number;
  carried(): Traffic;
}

/** Walks through the certification once in a new browser. @throws Error that names the step which did not end */
export async function walkOnce({ program, film, cpu, carried, ...rest }: Walking): Promise<Walk> {
  const { browser, context } = await openPhone(program, film);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    const script = makeLoadScript(page);
    const steps: StepResult[] = [];
    for (const { name, walk } of JOURNEY) {
      const [before, began] = [carried(), performance.now()];
      await walk({ script, ...rest }).catch(async (cause: unknown) => {
        const seen = await page.locator('body').innerText();
        throw new Error(`"${name}" did not end at ${page.url()}: ${seen.slice(0, SEEN_CHARACTERS)}`, { cause });
      });
      const after = carried();
      steps.push({
        ms: performance.now() - began,
        downBytes: after.downBytes - before.downBytes,
        upBytes: after.upBytes - before.upBytes,
        requests: after.requests - before.requests,
      });
    }
    const engineMs = await page.evaluate(() =>
      performance.getEntriesByName('noren.face').map(({ duration }) => duration),
    );
    return { steps, script: script.done, engineMs };
  } finally {
    await browser.close();
  }
}
