import pg from 'pg';

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * A pool whose connections may be given back twice. The job runner gives its listening connection back once when the
 * database is lost and once more when it ends; the pool's own refusal is then a rejection that nobody handles, and with
 * it the process would end.
 */
export class JobPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect((err, client, release) => {
      let isBack = false;
      callback(err, client, (destroy) => {
        if (isBack) return;
        isBack = true;
        release(destroy);
      });
    });
    return undefined;
  }
}
