export interface CitusCluster {
  /** Address of the coordinator as its superuser, on the database `postgres`. */
  url: string;
  /** The same of each worker. */
  workerUrls: string[];
  /** Process ids of the coordinator and of each worker. */
  pids: number[];
  stop: () => Promise<void>;
}

/** Starts a coordinator and workers on temporary folders. @param engine folder with `bin/postgres` and the extension Citus */
export function startCitus(options: { engine: string; workers?: number }): Promise<CitusCluster>;

/** Makes a database with the extension on every node of a cluster, and tells its coordinator of its workers. */
export function createCitusDatabase(cluster: Pick<CitusCluster, 'url' | 'workerUrls'>, name: string): Promise<void>;
