export interface CitusCluster {
  /** Address of the coordinator as its superuser, on the database `postgres`. */
  url: string;
  /** The same of each worker. */
  workerUrls: string[];
  stop: () => Promise<void>;
  /** Kills a node with SIGKILL: 0 is the coordinator. */
  kill: (at: number) => void;
  /** Starts a killed node on its port again; only of a cluster in a folder. */
  restart: (at: number) => Promise<void>;
}

/**
 * Starts a coordinator and two workers, in a folder or on temporary ones; `settings` are more of
 * theirs.
 * @param engine folder with `bin/postgres` and the extension Citus
 */
export function startCitus(options: {
  engine: string;
  folder?: string;
  settings?: string[];
}): Promise<CitusCluster>;

/**
 * Makes a database with the extension on every node of a cluster, and tells its coordinator of its
 * workers.
 */
export function createCitusDatabase(
  cluster: Pick<CitusCluster, 'url' | 'workerUrls'>,
  name: string,
): Promise<void>;
