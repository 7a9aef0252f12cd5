/** One temporary PostgreSQL for several installations; `stop` removes it with all its databases. */
export function startDatabases(): Promise<{ adminUrl: string; stop: () => Promise<void> }>;

/** Address of a new database that has the schema. */
export function copyDatabase(adminUrl: string): Promise<string>;
