export interface RunningPostgres {
  /** Address with user and password, of the database `noren` (fast: `postgres`). */
  url: string;
  port: number;
  pid: number;
  /** Whether it was running already: then its own launcher stops it. */
  wasRunning: boolean;
  stop: () => Promise<void>;
}

export interface PostgresOptions {
  /** Folder that holds the cluster; not used when `fast`. */
  dataDir?: string;
  /** A port of 127.0.0.1; by default a free one, the same at the next start. */
  port?: number;
  /** A temporary server for tests, removed by `stop`. */
  fast?: boolean;
}

export function startPostgres(options: PostgresOptions): Promise<RunningPostgres>;
