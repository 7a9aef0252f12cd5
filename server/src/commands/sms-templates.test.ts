import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SMS_TEMPLATES } from '../notifications/sms-templates.ts';
import { checkTemplates } from '../providers/sms/msg91.ts';

const MAIN = fileURLToPath(new URL('./sms-templates.ts', import.meta.url));
const LENDER = fileURLToPath(new URL('../../../ops/lender.example.json', import.meta.url));
const settings = { ...process.env, NOREN_APP_HOST: 'loans.example', NOREN_LENDER_FILE: LENDER };
const print = (...args: string[]) =>
  execFileSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', env: settings });

const constants = {
  host: 'loans.example',
  officer: 'A. Rao',
  officerPhone: '1800 000 0001',
  callsFrom: '1800 000 0000',
};

test('the printed file is complete once its ids are filled in, and keeps the ids it had', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noren-templates-'));
  try {
    const filled = print()
      .replaceAll('"templateId":""', `"templateId":"${'a'.repeat(24)}"`)
      .replaceAll('"dltId":""', `"dltId":"${'1'.repeat(19)}"`);
    expect(checkTemplates(JSON.parse(filled), SMS_TEMPLATES, constants)).toHaveProperty(
      'templates',
    );

    const { hi: _, ...former } = JSON.parse(filled);
    writeFileSync(join(folder, 'former.json'), JSON.stringify(former));

    const printed = JSON.parse(print(join(folder, 'former.json')));
    expect(printed.en).toEqual(former.en);
    expect(printed.hi.login_code).toEqual({ templateId: '', dltId: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the texts are printed as the registry and as MSG91 take them, with the lender’s own words', () => {
  const texts = print('--texts');
  expect(texts.match(/^# Registry:$/gm)).toHaveLength(6 * SMS_TEMPLATES.length);
  expect(texts).toContain('@loans.example #{#numeric#} Noren');
  expect(texts).toContain('@loans.example ###code## Noren');
  expect(texts).toContain('call A. Rao, grievance officer, 1800 000 0001.');
  expect(texts).toMatch(/# en\.due_soon\n# Reason for a third variable: /);
  expect(texts).not.toMatch(/\{#var#\}|\{\w+\}/);
});

test('without the settings the texts are not printed, and the file has no lender’s words', () => {
  const { NOREN_APP_HOST: _, ...env } = settings;
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', env });

  expect(run('--texts')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Set NOREN_APP_HOST'),
  });

  expect(JSON.parse(run().stdout).constants).toEqual({
    host: '',
    officer: '',
    officerEmail: '',
    officerPhone: '',
    callsFrom: '',
  });
});
