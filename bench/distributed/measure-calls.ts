import { applyLoan, quoteLoan } from '@noren/contract/loans';
import { userStatus } from '@noren/contract/login';
import type { Program } from '../calls/programs.ts';
import { type Borrower, makeBorrower, openBorrower } from '../load-model/borrower.ts';
import { control, startOurs } from '../load-model/our-server.ts';
import { postgresMs } from '../processor.ts';
import type { DatabaseSide } from './sides.ts';

export const PARTS = ['status', 'quote', 'apply', 'pay', 'post'] as const;
export type Part = (typeof PARTS)[number];

/** What a call costs the database: processor milliseconds of all its machines, and of the one that the program asks. */
export interface PartCost {
  readonly calls: number;
  readonly totalMs: number;
  readonly firstMs: number;
  /** How long a call took, its median, in milliseconds. */
  readonly medianMs: number;
}
export type Costs = Readonly<Record<Part, PartCost>>;

const AT_ONCE = 8;
const BORROWERS = 12;
/** Loans of each borrower; the first ones warm up: a connection plans a statement five times before it keeps the plan. */
const LOANS = 18;
const WARM_UP = 6;
const STATUS_CALLS = 100;
const LOAN = { productCode: 'N07', principalPaise: 100_000 };

interface Kfs {
  readonly proposalNo: string;
  readonly hash: string;
}

/** Lets borrowers apply, be paid out and pay back on one side, and measures each kind of call by itself. */
export async function measureCalls(side: DatabaseSide): Promise<Costs> {
  let server = await start(side, 'api');
  try {
    const borrowers: Borrower[] = [];
    for (let made = 0; made < BORROWERS; made += 1) borrowers.push(await makeBorrower(server.port));
    const eachLoan = borrowers.flatMap((borrower) => Array.from({ length: LOANS }, () => borrower));
    const quotes = await inTurns(side, eachLoan, async (borrower) => {
      const { kfs } = await borrower.send(quoteLoan, { body: LOAN });
      return { borrower, kfs };
    });
    const status = await inTurns(
      side,
      borrowers.flatMap((borrower) => Array.from({ length: STATUS_CALLS }, () => borrower)),
      (borrower) => borrower.send(userStatus, {}),
    );
    const applied = await inTurns(side, quotes.answers, async ({ borrower, kfs }) => ({
      borrower,
      repayId: await apply(borrower, kfs),
    }));
    await server.stop();
    server = await start(side, 'all');
    // The longest it waits; payouts of many loans take more.
    for (let times = 0; times < 3; times += 1) await control(server.port, 'settle', { forMs: 60_000 });
    await server.stop();
    server = await start(side, 'api');
    const { port } = server;
    const pay = await inTurns(side, applied.answers, ({ borrower, repayId }) =>
      openBorrower(port, borrower.session).startPaying(repayId),
    );
    const post = await inTurns(side, pay.answers, ({ code }) => control(port, 'pay', { code }));
    return { status: status.cost, quote: quotes.cost, apply: applied.cost, pay: pay.cost, post: post.cost };
  } finally {
    await server.stop();
  }
}

function start(side: DatabaseSide, role: 'api' | 'all'): Promise<Program> {
  return startOurs({ databaseUrl: side.databaseUrl, folder: side.files, role, pool: '10', env: side.env });
}

async function apply(borrower: Borrower, kfs: Kfs): Promise<string> {
  const body = { proposalNo: kfs.proposalNo, kfsHash: kfs.hash, acknowledged: true as const, purpose: 'household' };
  return (await borrower.send(applyLoan, { body })).repayId;
}

/** Makes the calls, some at once; the first of them warm up and are not counted. */
async function inTurns<Item, Answer>(
  side: DatabaseSide,
  items: readonly Item[],
  call: (item: Item) => Promise<Answer>,
): Promise<{ answers: Answer[]; cost: PartCost }> {
  // Every borrower's first calls: the items are in the order of borrowers.
  const each = items.length / BORROWERS;
  const isWarmUp = (at: number): boolean => at % each < (each * WARM_UP) / LOANS;
  const warm = await runAll(
    items.filter((_, at) => isWarmUp(at)),
    call,
  );
  const before = side.pids.map(postgresMs);
  const counted = await runAll(
    items.filter((_, at) => !isWarmUp(at)),
    call,
  );
  const used = side.pids.map((pid, at) => postgresMs(pid) - (before[at] ?? 0));
  const calls = counted.answers.length;
  const sorted = counted.times.toSorted((a, b) => a - b);
  return {
    answers: [...warm.answers, ...counted.answers],
    cost: {
      calls,
      totalMs: used.reduce((sum, ms) => sum + ms, 0) / calls,
      firstMs: (used[0] ?? 0) / calls,
      medianMs: sorted[sorted.length >> 1] ?? 0,
    },
  };
}

async function runAll<Item, Answer>(
  items: readonly Item[],
  call: (item: Item) => Promise<Answer>,
): Promise<{ answers: Answer[]; times: number[] }> {
  const answers: Answer[] = [];
  const times: number[] = [];
  const left = items.values();
  const line = async (): Promise<void> => {
    for (const item of left) {
      const from = performance.now();
      answers.push(await call(item));
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  return { answers, times };
}
