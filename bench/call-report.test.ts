import { expect, test } from 'vitest';
import { type Measurement, reportCalls } from './calls/call-report.ts';

const measured = (serverUs: number, databaseUs: number) =>
  ({ perSecond: 100, p50: 1, p99: 2, ownCores: 0, serverUs, databaseUs }) as Measurement;

test('a processor time that was not known in a round is left out, and is a dash where it never was', () => {
  const round = (floorDatabaseUs: number) => ({
    connections: 10,
    hello: measured(20, 0),
    parts: { pay: { floor: measured(300, floorDatabaseUs), our: measured(600, 1_500) } },
  });

  const findRow = (rounds: Parameters<typeof reportCalls>[0], name: string) =>
    reportCalls(rounds, [10])
      .split('\n')
      .find((line) => line.startsWith(`| ${name} `))
      ?.split(' | ')
      .slice(6, 9);

  expect(findRow([round(-66), round(400)], 'floor pay')).toEqual(['300', '400', '']);
  expect(findRow([round(-66), round(400)], 'our pay')).toEqual(['600', '1,500', '3.00']);
  expect(findRow([round(-66)], 'floor pay')).toEqual(['300', '–', '']);
  expect(findRow([round(-66)], 'our pay')).toEqual(['600', '1,500', '–']);
});
