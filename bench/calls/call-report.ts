import { type Bar, decimal, knownTime, median, sayBar, table, whole } from '../figures.ts';
import type { CallPart } from '../options.ts';
import type { FireResult } from './fire.ts';

export type Side = 'floor' | 'our';

/**
 * The result of sending requests, with the processor time both programs used per request, in
 * microseconds.
 */
export interface Measurement extends FireResult {
  readonly serverUs: number;
  readonly databaseUs: number;
}

/** What each part gave in one round at one number of connections; `hello` is the floor's alone. */
export interface Round {
  readonly connections: number;
  readonly hello: Measurement;
  readonly parts: Readonly<Partial<Record<CallPart, Record<Side, Measurement>>>>;
}

const HEAD = [
  '',
  'requests/s',
  '÷ floor',
  'p50 ms',
  'p99 ms',
  '÷ floor',
  'server µs',
  'database µs',
  'both ÷ floor',
  'cores used to ask',
];

/** Tables and expectations of the call measurement, in Markdown. */
export function reportCalls(rounds: readonly Round[], connections: readonly number[]): string {
  const tables = connections.map((count) => {
    const there = rounds.filter((round) => round.connections === count);
    const rows = [
      buildRow(
        'floor hello',
        there.map(({ hello }) => hello),
      ),
    ];

    for (const part of listParts(rounds)) {
      const pairs = listPairs(there, part);
      rows.push(
        buildRow(
          `floor ${part}`,
          pairs.map(({ floor }) => floor),
        ),
      );

      rows.push(
        buildRow(
          `our ${part}`,
          pairs.map(({ our }) => our),
          pairs.map(({ floor }) => floor),
        ),
      );
    }

    return `#### ${count} connections\n\n${table(HEAD, rows)}`;
  });
  const bars = connections.flatMap((count) => computeBars(rounds, count));

  return [...tables, `Expectations:\n\n${bars.map(sayBar).join('\n')}`].join('\n\n');
}

function listParts(rounds: readonly Round[]): CallPart[] {
  return Object.keys(rounds[0]?.parts ?? {}) as CallPart[];
}

function listPairs(rounds: readonly Round[], part: CallPart): Record<Side, Measurement>[] {
  return rounds.flatMap(({ parts }) => parts[part] ?? []);
}

/** What is looked at; undefined where it is not known. */
type Pick = (measured: Measurement) => number | undefined;

/** Processor time of server and database; undefined when one of them is not known. */
export function sumBoth({
  serverUs,
  databaseUs,
}: {
  serverUs: number;
  databaseUs: number;
}): number | undefined {
  return serverUs < 0 || databaseUs < 0 ? undefined : serverUs + databaseUs;
}

/** Undefined unless both are known. */
export function quotient(above: number | undefined, below: number | undefined): number | undefined {
  return above === undefined || below === undefined ? undefined : above / below;
}

function buildRow(
  name: string,
  measured: readonly Measurement[],
  floor?: readonly Measurement[],
): string[] {
  const of = (pick: Pick): number | undefined => median(measured.map(pick));
  const against = (pick: Pick): string => (floor ? decimal(ratio(measured, floor, pick), 2) : '');

  return [
    name,
    whole(of(({ perSecond }) => perSecond)),
    against(({ perSecond }) => perSecond),
    decimal(
      of(({ p50 }) => p50),
      1,
    ),
    decimal(
      of(({ p99 }) => p99),
      1,
    ),
    against(({ p99 }) => p99),
    whole(of(({ serverUs }) => knownTime(serverUs))),
    whole(of(({ databaseUs }) => knownTime(databaseUs))),
    against(sumBoth),
    decimal(
      of(({ ownCores }) => ownCores),
      2,
    ),
  ];
}

/** The median of the rounds' ratios: whatever slows the machine in a round affects both sides. */
function ratio(
  ours: readonly Measurement[],
  floors: readonly Measurement[],
  pick: Pick,
): number | undefined {
  return median(ours.map((our, index) => quotient(pick(our), pick(floors[index]!))));
}

/** The minimum ratio of requests per second to the floor's. */
function pickMinimum(part: CallPart, connections: number): number {
  if (part === 'status') return connections < MANY ? 0.6 : 0.8;
  return part === 'detail' ? 0.6 : 0.55;
}

/**
 * From so many connections on, requests for a session wait for each other and are read together.
 */
const MANY = 50;

function computeBars(rounds: readonly Round[], connections: number): Bar[] {
  const there = rounds.filter((round) => round.connections === connections);
  return listParts(rounds).flatMap((part): Bar[] => {
    const pairs = listPairs(there, part);

    const measured = (pick: Pick): number | undefined =>
      ratio(
        pairs.map(({ our }) => our),
        pairs.map(({ floor }) => floor),
        pick,
      );

    const at = `against the floor at ${connections} connections`;
    const least = pickMinimum(part, connections);
    const speed = {
      what: `our ${part}, requests a second ${at}`,
      measured: measured(({ perSecond }) => perSecond),
    };

    return [
      { ...speed, least, unit: ' ×', digits: 2 },
      {
        what: `our ${part}, p99 ${at}`,
        measured: measured(({ p99 }) => p99),
        most: 2,
        unit: ' ×',
        digits: 2,
      },
    ];
  });
}
