import pg from 'pg';

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * A pool whose connections may be released twice. The job runner releases its listening connection
 * once when the database is lost and again when it ends; pg would throw on the second release as an
 * unhandled rejection, which would end the process.
 */
export class JobPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect();

    super.connect((err, client, release) => {
      let isReleased = false;
      callback(err, client, (destroy) => {
        if (isReleased) return;
        isReleased = true;
        release(destroy);
      });
    });

    return undefined;
  }
}
