import { openFilled } from './console/filled.ts';
import { measureRound, openDesk } from './console/measure.ts';
import { measuredCalls, unmeasured } from './console/staff-calls.ts';
import { startOurs } from './load-model/our-server.ts';
import { readOptions } from './options.ts';

/** Measures every list and search of the console among many orders, and its first screen. */

const options = readOptions(process.argv.slice(2));
const filled = await openFilled({ orders: Math.max(...options.orders), keep: options.keep });
const server = await startOurs({ databaseUrl: filled.url, folder: filled.folder, role: 'console' });
try {
  const desk = openDesk(server.port);
  const me = await desk.send({ role: 'auditor', call: 'staffMe' });
  const today = (me.data as unknown as { today: string }).today;
  const calls = await measuredCalls(filled.db, { people: filled.people, busy: filled.busy, today });
  console.error(`Not measured: ${unmeasured(calls).join(', ')}`);
  const wanted = calls;
  for (const { what, ms, worst, rows, ratio } of await measureRound(desk, wanted))
    console.log(
      `${ms > 100 ? '!!' : '  '} ${ms.toFixed(1).padStart(8)} ${worst.toFixed(1).padStart(8)} ${ratio.toFixed(1).padStart(6)}  ${rows ?? '-'}  ${what}`,
    );
} finally {
  await server.stop();
  await filled.stop();
}
process.exit();
