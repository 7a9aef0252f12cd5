import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** The example files of ops/ and compose.yaml do what docs/operations says of them. */

const repo = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(repo, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'noren-ops-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('nginx keeps no process out, takes TLS 1.2 at least in each server, and logs no query', () => {
  const text = read('ops/nginx.conf').replaceAll(/#.*$/gm, '');
  const upstream = [...text.matchAll(/^ {2}server [\d.:]+.*;$/gm)].map(([line]) => line);

  expect(upstream.length).toBeGreaterThan(3);
  expect(upstream.filter((line) => !line.includes(' max_fails=0'))).toEqual([]);

  const servers = text.split(/^server \{$/m).slice(1);
  expect(servers.length).toBeGreaterThan(1);

  for (const server of servers) {
    expect(server).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
    expect(server).toMatch(/access_log \S+ noren;\n {2}error_log \S+ crit;/);
    expect(server).toMatch(
      /location \/assets\/ \{\n {4}proxy_next_upstream error timeout http_404;/,
    );
  }

  expect(text).toMatch(/^log_format noren '.*\$uri .*';$/m);
  expect(text).not.toMatch(/\$(request|request_uri|args|query_string)\b/);
});

test('systemd starts a process without the folder of its copies, and no backup', () => {
  expect(read('ops/noren.service')).toMatch(/^ReadWritePaths=\/var\/lib\/noren -\/backup\/noren$/m);
  expect(read('ops/noren-backup.service')).toMatch(
    /^RequiresMountsFor=\/var\/lib\/noren \/backup\/noren$/m,
  );
});

test('the daily audit is the one that SECURITY.md names', () => {
  const [, command = ''] =
    /^ExecStart=\/usr\/bin\/(.*)$/m.exec(read('ops/noren-audit.service')) ?? [];
  expect(command).toMatch(/^npm audit /);
  expect(read('SECURITY.md')).toContain(`by \`${command}\` on its lock file`);
  expect(read('ops/noren-audit.timer')).toMatch(
    /^OnCalendar=\*-\*-\* \d\d:\d\d:\d\d Asia\/Kolkata$/m,
  );
});

test('the archive command of compose takes a segment once, again with the same content, and none over another', () => {
  const [, command = ''] = /^ {6}- archive_command=(.*)$/m.exec(read('compose.yaml')) ?? [];
  mkdirSync(join(folder, 'wal'));

  const segment = join(folder, 'segment');

  const archive = (content: string): boolean => {
    writeFileSync(segment, content);

    const text = command
      .replaceAll('/archive/', `${folder}/`)
      .replaceAll('%p', segment)
      .replaceAll('%f', '0001');
    return spawnSync('sh', ['-c', text]).status === 0;
  };

  expect(archive('log')).toBe(true);
  expect(archive('log')).toBe(true);
  expect(archive('another log')).toBe(false);
  expect(readFileSync(join(folder, 'wal', '0001'), 'utf8')).toBe('log');
  expect(readdirSync(join(folder, 'wal'))).toEqual(['0001']);
});

// Written for the image, whose tools are GNU's.
test.runIf(process.platform === 'linux')(
  'a copy of compose’s database leaves the newest fourteen and their log',
  () => {
    const programs = join(folder, 'programs');
    const base = join(folder, 'base');

    for (const path of [programs, base]) mkdirSync(path);

    const program = (name: string, text: string): void => {
      writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(programs, name), 0o755);
    };

    program('pg_basebackup', 'mkdir "$4"');
    program('pg_archivecleanup', `echo "$@" > ${folder}/cleaned`);

    for (let day = 10; day <= 25; day++) {
      mkdirSync(join(base, `202001${day}T000000Z`));
      writeFileSync(
        join(base, `202001${day}T000000Z`, 'backup_label'),
        `START WAL LOCATION: 0/${day}000028 (file 0000000100000000000000${day})\n`,
      );
    }

    mkdirSync(join(base, '20200126T000000Z.part'));

    const { status, stderr } = spawnSync('sh', ['-s'], {
      input: read('ops/compose-backup.sh'),
      env: { PATH: `${programs}:${process.env.PATH}`, ARCHIVE: folder },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);

    const left = readdirSync(base).toSorted();
    expect(left).toHaveLength(14);
    expect(left[0]).toBe('20200113T000000Z');
    expect(left.at(-2)).toBe('20200125T000000Z');
    expect(readFileSync(join(folder, 'cleaned'), 'utf8')).toBe(
      `${folder}/wal 000000010000000000000013\n`,
    );
    expect(existsSync(join(base, '20200126T000000Z.part'))).toBe(false);
  },
);
