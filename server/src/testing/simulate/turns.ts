import { AsyncLocalStorage } from 'node:async_hooks';
import type { Chance } from './chance.ts';

/** Whose turn it is: who acts has an instant and a chance of their own, whoever else acts meanwhile. */
interface Turn {
  /** After the world's clock, in milliseconds. */
  readonly offsetMs: number;
  /** How the bank behaves towards them. */
  readonly bank: Chance;
}

/** So far apart are two borrowers' instants: thousands of them act within a minute. */
const APART_MS = 10;

const turns = new AsyncLocalStorage<Turn>();

/** The turn in which this is asked; none between turns. */
export function currentTurn(): Turn | undefined {
  return turns.getStore();
}

/** Does something in the turn of the borrower of an index. */
export function inTurnOf<T>(index: number, bank: Chance, work: () => Promise<T>): Promise<T> {
  return turns.run({ offsetMs: index * APART_MS, bank }, work);
}

/** Does something for each of a list, in its order, so many of them at the same time. */
export async function forEachOf<T>(list: Iterable<T>, atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = Array.from(list).values();
  const line = async (): Promise<void> => {
    for (const one of waiting) await work(one);
  };
  const lines = await Promise.allSettled(Array.from({ length: atOnce }, line));
  const broken = lines.find((one) => one.status === 'rejected');
  if (broken) throw broken.reason;
}
