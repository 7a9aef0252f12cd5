import { setTimeout as pause } from 'node:timers/promises';
import { openDesk } from '../console/measure.ts';
import type { MeasuredCall } from '../console/staff-calls.ts';
import { noteUnexpected } from './load-record.ts';
import type { LoadWorld, Person } from './person.ts';

type ScreenRequest = Pick<MeasuredCall, 'role' | 'call' | 'query' | 'params' | 'body'>;

const READ_EVERY_MS = 500;

/** The lender's people at their screens: one read after the other, each kind of read timed by itself, until it is stopped. */
export async function readConsole(world: LoadWorld, people: readonly Person[], isOver: () => boolean): Promise<void> {
  const member = world.members.find(({ role }) => role === 'console');
  if (!member) return;
  const desk = openDesk(member.port);
  let today = '';
  for (let at = 0; !isOver(); at += 1) {
    await pause(READ_EVERY_MS);
    const began = performance.now();
    const person = people[Math.floor(Math.random() * people.length)];
    for (;;) {
      try {
        const reads = readsOf(person?.userId ?? '', person?.phone ?? '', today);
        const read = reads[at % reads.length]!;
        const { data } = await desk.send(read);
        world.latencies.add(`console: ${read.call}`, performance.now() - began);
        if (read.call === 'staffMe') today = (data as { today: string }).today;
        break;
      } catch (error) {
        // A process that was killed starts again; anything else is a fault.
        if (isAnswer(error)) {
          noteUnexpected(world.record, `console: ${(error as Error).message.slice(0, 120)}`);
          break;
        }
        world.record.repeats += 1;
        await pause(READ_EVERY_MS);
      }
    }
  }
}

/** Whether the console answered, with something else than a success. */
function isAnswer(error: unknown): boolean {
  return !(error as NodeJS.ErrnoException).code;
}

function readsOf(userId: string, phone: string, today: string): ScreenRequest[] {
  return [
    { role: 'auditor', call: 'staffMe' },
    { role: 'auditor', call: 'workCounts' },
    { role: 'reviewer', call: 'workList' },
    { role: 'support', call: 'findBorrowers', body: { text: phone } },
    { role: 'support', call: 'borrower', params: { userId } },
    { role: 'support', call: 'borrowerTimeline', params: { userId } },
    { role: 'auditor', call: 'dayOverview' },
    { role: 'payments', call: 'moneyPayments' },
    { role: 'payments', call: 'moneyEvents' },
    { role: 'payments', call: 'loanList' },
    { role: 'collections', call: 'collectionBuckets' },
    { role: 'collections', call: 'collectionList' },
    { role: 'accountant', call: 'bookBalances', query: { to: today } },
    { role: 'accountant', call: 'portfolio' },
    { role: 'auditor', call: 'auditList' },
    { role: 'auditor', call: 'selfChecks' },
  ];
}
