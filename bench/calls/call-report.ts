import { judge, median, medianRatio, type Target } from '../figures.ts';
import type { Measurement } from '../load-model/fire.ts';
import type { CallPart } from '../options.ts';

/** What each part gave in one round. */
export type Round = Partial<Record<CallPart, Record<'floor' | 'our', Measurement>>>;

/** A row for each side of each part. */
export function tabulateCalls(rounds: readonly Round[]) {
  return listParts(rounds).flatMap(({ part, ours, floors }) => [
    toRow(`floor ${part}`, floors),
    toRow(`our ${part}`, ours, floors),
  ]);
}

function listParts(rounds: readonly Round[]) {
  return (Object.keys(rounds[0] ?? {}) as CallPart[]).map((part) => {
    const pairs = rounds.flatMap((round) => round[part] ?? []);
    return { part, ours: pairs.map(({ our }) => our), floors: pairs.map(({ floor }) => floor) };
  });
}

type Pick = (measured: Measurement) => number;

const perSecond: Pick = (measured) => measured.perSecond;
const p99: Pick = (measured) => measured.p99;

/** Processor time is not known when a process ended between its two readings. */
const known = (time: number): number => (time < 0 ? Number.NaN : time);
const server: Pick = ({ serverUs }) => known(serverUs);
const database: Pick = ({ databaseUs }) => known(databaseUs);

function toRow(
  call: string,
  measured: readonly Measurement[],
  floors: readonly Measurement[] = [],
) {
  const middle = (pick: Pick) => median(measured.map(pick));
  const toFloor = (pick: Pick) => medianRatio(measured, floors, pick);

  return {
    call,
    perSecond: middle(perSecond),
    perSecondToFloor: toFloor(perSecond),
    p50Ms: middle(({ p50 }) => p50),
    p99Ms: middle(p99),
    p99ToFloor: toFloor(p99),
    serverUs: middle(server),
    databaseUs: middle(database),
    processorToFloor: toFloor((one) => server(one) + database(one)),
  };
}

/** From so many connections on, the server reads the sessions of several requests together. */
const MANY = 50;

/** The minimum ratio of requests per second to the floor's. */
function pickMinimum(part: CallPart, connections: number): number {
  if (part === 'status') return connections < MANY ? 0.6 : 0.8;

  return part === 'detail' ? 0.6 : 0.55;
}

export function judgeCalls(rounds: readonly Round[], connections: number): Target[] {
  return listParts(rounds).flatMap(({ part, ours, floors }) => {
    const name = `our ${part} to the floor, ${connections} connections`;
    const least = pickMinimum(part, connections);

    return [
      judge(`${name}: requests a second`, medianRatio(ours, floors, perSecond), { least }),
      judge(`${name}: p99`, medianRatio(ours, floors, p99), { most: 2 }),
    ];
  });
}
