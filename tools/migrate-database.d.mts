/**
 * The address by which the program opens a bundled database: a role of its own, which owns no
 * table.
 */
export function programUrl(ownerUrl: string): string;
/** Migrates the schema as its owner, and makes the program's role. */
export function migrateDatabase(ownerUrl: string, databaseUrl: string): void;
