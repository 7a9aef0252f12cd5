import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

/** compose.yaml and the files of ops/ are what the programs read that they are written for. */

const repo = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(repo, path), 'utf8');

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: object;
  readonly networks: object;
  readonly volumes: object;
}

test('compose.yaml is YAML in which each secret, network, volume and service that is named is declared', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
  expect(Object.keys(compose.services)).toEqual(['db', 'migrate', 'api', 'jobs', 'console']);

  for (const [name, service] of Object.entries(compose.services)) {
    const {
      environment = {},
      secrets = [],
      networks = [],
      volumes = [],
      depends_on = {},
    } = service;
    expect(Object.keys(compose.secrets), name).toEqual(expect.arrayContaining([...secrets]));
    expect(Object.keys(compose.networks), name).toEqual(expect.arrayContaining([...networks]));
    expect(Object.keys(compose.services), name).toEqual(
      expect.arrayContaining(Object.keys(depends_on)),
    );

    const folders = volumes
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((from) => !from.startsWith('.'));
    expect(Object.keys(compose.volumes), name).toEqual(expect.arrayContaining(folders));

    const files = Object.entries(environment).filter(([setting]) => setting.endsWith('_FILE'));
    const mounted = files.flatMap(([, path]) =>
      path.startsWith('/run/secrets/') ? [path.slice(13)] : [],
    );

    expect(mounted.toSorted(), name).toEqual([...secrets].toSorted());
    for (const value of Object.values(environment)) expect(value, name).toEqual(expect.any(String));
  }
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

test('ops/alerts.yml is YAML whose rules are whole', () => {
  const { groups } = parse(read('ops/alerts.yml')) as { groups: { name: string; rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);

  expect(rules.length).toBeGreaterThan(20);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);

  for (const rule of rules)
    expect(rule, rule.alert).toEqual({
      alert: expect.stringMatching(/^Noren[A-Z]\w+$/),
      expr: expect.stringMatching(/ [<>] | == |^absent\(/),
      for: expect.stringMatching(/^\d+[mh]$/),
      labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
      annotations: {
        summary: expect.any(String),
        runbook: expect.stringMatching(/^docs\/debugging(-operations)?\.md#/),
      },
    });
});

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets: readonly { readonly refId: string; readonly expr: string }[];
}

test('ops/dashboard.json is JSON whose panels ask for something and lie beside each other', () => {
  const { panels } = JSON.parse(read('ops/dashboard.json')) as { panels: Panel[] };
  expect(panels.length).toBeGreaterThan(20);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);

  const taken = new Set<string>();
  for (const { title, gridPos, targets } of panels) {
    expect(targets.length, title).toBeGreaterThan(0);
    for (const { expr } of targets) expect(expr.length, title).toBeGreaterThan(0);
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);

    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(taken.has(`${x} ${y}`), title).toBe(false);
        taken.add(`${x} ${y}`);
      }
  }
});
