import { judge, knownTime, median, medianRatio, round, type Target } from '../figures.ts';
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

/** A row for each side of each part, and one of the floor's bare answer. */
export function tabulateCalls(rounds: readonly Round[]) {
  const hello = toRow(
    'floor hello',
    rounds.map((one) => one.hello),
  );
  const rows = listParts(rounds).flatMap((part) => {
    const pairs = listPairs(rounds, part);
    const floors = pairs.map(({ floor }) => floor);

    return [
      toRow(`floor ${part}`, floors),
      toRow(
        `our ${part}`,
        pairs.map(({ our }) => our),
        floors,
      ),
    ];
  });

  return [hello, ...rows];
}

const listParts = (rounds: readonly Round[]): CallPart[] =>
  Object.keys(rounds[0]?.parts ?? {}) as CallPart[];

const listPairs = (rounds: readonly Round[], part: CallPart): Record<Side, Measurement>[] =>
  rounds.flatMap(({ parts }) => parts[part] ?? []);

type Pick = (measured: Measurement) => number | null;

const perSecond: Pick = (measured) => measured.perSecond;
const p99: Pick = (measured) => measured.p99;

/** Processor time of server and database; null when one of them is not known. */
const sumBoth: Pick = ({ serverUs, databaseUs }) =>
  serverUs < 0 || databaseUs < 0 ? null : serverUs + databaseUs;

function toRow(call: string, measured: readonly Measurement[], floors?: readonly Measurement[]) {
  const middle = (pick: Pick, digits = 0) => round(median(measured.map(pick)), digits);
  const against = (pick: Pick) => (floors ? round(medianRatio(measured, floors, pick), 2) : null);

  return {
    call,
    perSecond: middle(perSecond),
    perSecondToFloor: against(perSecond),
    p50Ms: middle(({ p50 }) => p50, 1),
    p99Ms: middle(p99, 1),
    p99ToFloor: against(p99),
    serverUs: middle(({ serverUs }) => knownTime(serverUs)),
    databaseUs: middle(({ databaseUs }) => knownTime(databaseUs)),
    processorToFloor: against(sumBoth),
    askingCores: middle(({ ownCores }) => ownCores, 2),
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
  return listParts(rounds).flatMap((part) => {
    const pairs = listPairs(rounds, part);
    const against = (pick: Pick) =>
      medianRatio(
        pairs.map(({ our }) => our),
        pairs.map(({ floor }) => floor),
        pick,
      );
    const name = `our ${part} to the floor, ${connections} connections`;

    return [
      judge(`${name}: requests a second`, against(perSecond), {
        least: pickMinimum(part, connections),
      }),
      judge(`${name}: p99`, against(p99), { most: 2 }),
    ];
  });
}
