import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SMS_TEMPLATES } from '../lending/notifications/sms-templates.ts';
import { checkTemplates } from '../providers/sms/msg91.ts';

const MAIN = fileURLToPath(new URL('./sms-templates.ts', import.meta.url));
const print = (...args: string[]) => execFileSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' });

test('the file that is printed lacks nothing once its ids are filled in, and ids that are known are kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noren-templates-'));
  try {
    const filled = print()
      .replaceAll('"templateId":""', `"templateId":"${'a'.repeat(24)}"`)
      .replaceAll('"dltId":""', `"dltId":"${'1'.repeat(19)}"`);
    expect(checkTemplates(JSON.parse(filled), SMS_TEMPLATES)).toHaveProperty('templates');
    const { hi: _, ...former } = JSON.parse(filled);
    writeFileSync(join(folder, 'former.json'), JSON.stringify(former));
    const printed = JSON.parse(print(join(folder, 'former.json')));
    expect(printed.en).toEqual(former.en);
    expect(printed.hi.login_code).toEqual({ templateId: '', dltId: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
