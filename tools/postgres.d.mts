export interface RunningPostgres {
  /** Address with user and password, of the database `noren` (fast: `postgres`). */
  url: string;
  port: number;
  pid: number;
  /** The data folder of the server. */
  data: string;
  /** Where its password and its log file are, besides the data. */
  home: string;
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
  /**
   * Folder with another PostgreSQL (`bin/postgres`) in place of the bundled one. It takes
   * connections of this machine without a password.
   */
  engine?: string;
  /** Name of the data folder in `dataDir`. */
  folder?: string;
  /** More settings of the server, as name=value. */
  settings?: string[];
}

export function startPostgres(options: PostgresOptions): Promise<RunningPostgres>;
