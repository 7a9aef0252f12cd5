import { type Costs, measureCalls, PARTS, type Part } from './distributed/measure-calls.ts';
import { type MovedShards, moveShards } from './distributed/move-shards.ts';
import { startCluster, startOne } from './distributed/sides.ts';
import { decimal, sayBar, table, whole } from './figures.ts';
import { describeMachine, describeOtherWork } from './machine.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';

/** Measures what a cluster of a coordinator and two workers costs beside one PostgreSQL of the same engine. */

const options = readOptions(process.argv.slice(2));
const { engine } = options;
if (engine === undefined) throw new TypeError('--engine=FOLDER is needed: PostgreSQL 18 with the extension Citus 14');
const otherWork = describeOtherWork();

const toStop: (() => Promise<void>)[] = [];
try {
  const [one, cluster] = [await startOne(engine), await startCluster(engine)];
  toStop.push(one.stop, cluster.stop);
  const ofOne = await measureCalls(one);
  const ofCluster = await measureCalls(cluster);
  const moved = options.moves ? await moveShards(cluster) : null;
  publish('distributed', describe(ofOne, ofCluster, moved), options.write);
} finally {
  for (const stop of toStop) await stop();
}
process.exit();

function describe(one: Costs, cluster: Costs, moved: MovedShards | null): string {
  const names: Readonly<Record<Part, string>> = {
    status: 'status',
    quote: 'quote',
    apply: 'apply',
    pay: 'start paying',
    post: 'payment posted',
  };
  const rows = PARTS.map((part) => [
    names[part],
    whole(one[part].calls),
    decimal(one[part].totalMs, 2),
    decimal(cluster[part].totalMs, 2),
    decimal(cluster[part].totalMs / one[part].totalMs, 2),
    decimal(cluster[part].firstMs, 2),
    decimal(cluster[part].firstMs / one[part].totalMs, 2),
    decimal(one[part].medianMs, 0),
    decimal(cluster[part].medianMs, 0),
  ]);
  const head = [
    'call',
    'calls',
    'one: database ms',
    'cluster: database ms',
    '÷ one',
    'of it coordinator ms',
    '÷ one',
    'one: median ms',
    'cluster: median ms',
  ];
  const ratio = (part: Part, of: 'totalMs' | 'firstMs', most: number) => ({
    what: `${names[part]}: ${of === 'totalMs' ? 'database time in all' : "the coordinator's"} ÷ one PostgreSQL's`,
    measured: cluster[part][of] / one[part].totalMs,
    most,
    unit: '',
    digits: 2,
  });
  const bars = [
    ratio('status', 'totalMs', 1.5),
    ...(['apply', 'pay', 'post'] as const).flatMap((part) => [ratio(part, 'totalMs', 3), ratio(part, 'firstMs', 1.5)]),
  ];
  return [
    `On ${describeMachine(['a coordinator and two workers, 32 shards'])}; everything shares it.`,
    ...(otherWork ? [`**${otherWork}**`] : []),
    table(head, rows),
    ...(moved
      ? [
          `A third worker was added and ${moved.groups} of the 32 shard groups moved to it in ${whole(moved.seconds)} s, while ${whole(moved.calls)} calls were answered: ${moved.refused} refused, the longest took ${decimal(moved.longestMs / 1_000, 1)} s.`,
        ]
      : []),
    `Expectations:\n\n${bars.map(sayBar).join('\n')}`,
  ].join('\n\n');
}
