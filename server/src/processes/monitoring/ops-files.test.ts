import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { workGauges } from '../../console/work/work-gauges.ts';
import { saveCheckRun } from '../../lending/reconciliation/check-results-store.ts';
import { makeMetrics } from '../../platform/monitoring/metrics.ts';
import { anAppliedLoan } from '../../testing/loans.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { readGauges } from './gauges.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const alerts = read('ops/alerts.yml');
const dashboard = read('ops/dashboard.json');
const app = await useApp();

/** Names that expressions use, without the parts that a histogram adds. */
const namesIn = (text: string): string[] =>
  [
    ...new Set([...text.matchAll(/\b(?:noren|nodejs|process)_[a-z_0-9]+/g)].map(([name]) => name)),
  ].map((name) => name.replace(/_(bucket|count|sum)$/, ''));

test('alerts and dashboard use metrics that there are', async () => {
  // Its payout waits, so that the outbox has a row.
  await anAppliedLoan(await aSignedInUser(app));
  await saveCheckRun(app.deps.db, {
    name: 'trial balance',
    now: app.deps.now(),
    examined: 1,
    problems: [],
    listed: [],
  });
  app.deps.metrics.countSecurityEvent('limit');

  const { metrics } = app.deps;
  metrics.observeJob({ job: 'sweep', isDone: true, seconds: 1 });
  metrics.observeProvider({ provider: 'bank', operation: 'send', outcome: 'ok', seconds: 1 });
  metrics.countSms('login_code');
  metrics.setBackupFolder(true);

  const text = await metrics.render(await readGauges(app.deps, workGauges));
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));

  // The database of the tests archives nothing and has no replica.
  known.add('noren_wal_archive_failing').add('noren_replicas');
  // No sanctions list is in force.
  known.add('noren_sanctions_list_age_seconds').add('noren_sanctions_unscreened');
  expect(namesIn(alerts).length).toBeGreaterThan(10);
  expect(namesIn(`${alerts}${dashboard}`).filter((name) => !known.has(name))).toEqual([]);
});

test('each alert has its part of the runbook', () => {
  const headings = ['debugging', 'debugging-operations'].flatMap((page) =>
    [...read(`docs/${page}.md`).matchAll(/^## (.*)$/gm)].map(
      ([, title = '']) =>
        `${page}.md#${title
          .toLowerCase()
          .replaceAll(/[^a-z0-9 -]/g, '')
          .replaceAll(' ', '-')}`,
    ),
  );
  const runbooks = [...alerts.matchAll(/runbook: docs\/(\S+)/g)].map(([, place]) => place);

  expect(runbooks).toHaveLength([...alerts.matchAll(/- alert: /g)].length);
  expect(runbooks.filter((place) => !headings.includes(place ?? ''))).toEqual([]);
});

test('the table of metrics in the operations page is whole', async () => {
  const [, part = ''] = /^(.*?)\n## Traces/s.exec(read('docs/operations/monitoring.md')) ?? [];
  const own = namesIn(await makeMetrics().render([])).filter((name) => name.startsWith('noren_'));
  const gauges = (await readGauges(app.deps, workGauges)).map(({ name }) => name);
  expect([...own, ...gauges].filter((name) => !part.includes(`\`${name}\``))).toEqual([]);
});
