import { expect, test } from 'vitest';
import { isNamedStandby } from './standby-names.ts';

test.each([
  ['ANY 1 (db2, db3)', 'db3', true],
  ['FIRST 2 (db2,db3)', 'db2', true],
  ['db2, "DB-3"', 'db-3', true],
  ['2 (db2, db3)', 'DB2', true],
  ['ANY 1 (db2, db3)', 'db4', false],
  ['ANY 1 (db2, db3)', 'pg_basebackup', false],
  ['ANY 1 (db2, db3)', '', false],
  ['*', 'walreceiver', true],
  ['ANY 1 (*)', 'walreceiver', true],
  ['*', 'pg_basebackup', false],
  ['*', 'pg_receivewal', false],
])('%s with %s connected: %s', (setting, application, isNamed) => {
  expect(isNamedStandby(setting, application)).toBe(isNamed);
});
