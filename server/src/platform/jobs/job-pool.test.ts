import { expect, test } from 'vitest';
import { useApp } from '../../testing/use-app.ts';
import { JobPool } from './job-pool.ts';

const app = await useApp();

test('a connection released twice is released once, and the pool keeps working', async () => {
  const pool = new JobPool({ connectionString: app.deps.config.DATABASE_URL, max: 1 });
  try {
    await new Promise<void>((resolve, reject) => {
      pool.connect((err, _client, release) => {
        if (err) return reject(err);
        release();
        expect(() => release()).not.toThrow();
        resolve();
      });
    });
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);

    const client = await pool.connect();
    client.release();
    expect(pool.idleCount).toBe(1);
  } finally {
    await pool.end();
  }
});
