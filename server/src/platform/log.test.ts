import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useApp } from '../testing/use-app.ts';
import { makeLog } from './log.ts';

const app = await useApp();

/** What a fault leaves in the log. */
async function logged(fail: () => unknown): Promise<string> {
  const lines: string[] = [];
  const log = makeLog({ NOREN_LOG_LEVEL: 'error' }, { write: (line) => lines.push(line) });

  try {
    await fail();
  } catch (err) {
    log.error({ err }, 'fault');
  }

  expect(lines).toHaveLength(1);

  return lines.join();
}

const PHONE = '9876543210';
const PAN = 'ABCPX1234Z';
const run = (statement: ReturnType<typeof sql>) => statement.execute(app.deps.db);

test.each([
  ['a row that breaks a rule', 'contacts_position_check', (): unknown => run(rowWith(PHONE))],
  ['a value of another kind', '22P02', (): unknown => run(sql`select ${PHONE + PAN}::uuid`)],
  ['a text that is no JSON', 'SyntaxError', (): unknown => JSON.parse(`${PHONE}${PAN}`)],
  [
    'a message with values',
    'RangeError',
    (): unknown => throwRangeError(`not a date: 1990-12-31 ${PAN} (${PHONE})`),
  ],
  [
    'a cause with values',
    'outer',
    (): unknown => throwRangeError('outer', new Error(`mail of asha@mail.example, ${PHONE}`)),
  ],
])('%s is named in the log, its values are not', async (_, name, fail) => {
  const line = await logged(fail);
  expect(line).toContain(name);
  expect(line).toContain('log.test.ts');
  expect(line).not.toMatch(/9876543210|ABCPX1234Z|1990-12-31|asha/);
});

test('a message of one very long word is logged, and its number is not', async () => {
  const letters = 'a'.repeat(400_000);
  const line = await logged(() => throwRangeError(`${letters} ${PHONE}`));
  expect(line).toContain(letters);
  expect(line).not.toContain(PHONE);
});

function rowWith(phone: string) {
  return sql`insert into contacts (user_id, position, relationship, name_enc, phone_enc, masked_phone)
    values (${randomUUID()}, 9, 'friend', 'a', 'b', ${phone})`;
}

function throwRangeError(message: string, cause?: Error): never {
  throw new RangeError(message, cause ? { cause } : undefined);
}
