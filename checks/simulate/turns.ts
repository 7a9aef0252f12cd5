import { AsyncLocalStorage } from 'node:async_hooks';
import type { Chance } from './chance.ts';

/** A borrower's turn: their own time and random source, independent of concurrent borrowers. */
interface Turn {
  /** After the world's clock, in milliseconds. */
  readonly offsetMs: number;
  /** Random source of the bank's behaviour in this turn. */
  readonly bank: Chance;
}

/** Distance between two borrowers' times: thousands of them act within a minute. */
const APART_MS = 10;

const turns = new AsyncLocalStorage<Turn>();

/** The turn of the calling code, if any. */
export function currentTurn(): Turn | undefined {
  return turns.getStore();
}

/** Runs work in a borrower's turn. */
export function runTurn<T>(index: number, bank: Chance, work: () => Promise<T>): Promise<T> {
  return turns.run({ offsetMs: index * APART_MS, bank }, work);
}

/** Runs work for each item in order, at most `atOnce` concurrently. */
export async function forEachAtOnce<T>(
  list: Iterable<T>,
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = Array.from(list).values();
  const line = async (): Promise<void> => {
    for (const one of waiting) await work(one);
  };
  const lines = await Promise.allSettled(Array.from({ length: atOnce }, line));
  const broken = lines.find((one) => one.status === 'rejected');
  if (broken) throw broken.reason;
}
