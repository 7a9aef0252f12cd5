import { expect, test } from 'vitest';
import { tabulateCalls } from './calls/call-report.ts';
import type { Measurement } from './load-model/fire.ts';

const measured = (serverUs: number, databaseUs: number) =>
  ({ perSecond: 100, p50: 1, p99: 2, serverUs, databaseUs }) as Measurement;

test('a processor time that was not known in a round is left out, and is unknown where it never was', () => {
  const round = (floorDatabaseUs: number) => ({
    pay: { floor: measured(300, floorDatabaseUs), our: measured(600, 1_500) },
  });

  const findTimes = (rounds: Parameters<typeof tabulateCalls>[0], name: string) => {
    const row = tabulateCalls(rounds).find(({ call }) => call === name);
    return [row?.serverUs, row?.databaseUs, row?.processorToFloor];
  };

  expect(findTimes([round(-66), round(400)], 'floor pay')).toEqual([300, 400, Number.NaN]);
  expect(findTimes([round(-66), round(400)], 'our pay')).toEqual([600, 1_500, 3]);
  expect(findTimes([round(-66)], 'floor pay')).toEqual([300, Number.NaN, Number.NaN]);
  expect(findTimes([round(-66)], 'our pay')).toEqual([600, 1_500, Number.NaN]);
});
