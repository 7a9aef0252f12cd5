import { readFile } from 'node:fs/promises';
import { ConfigError } from './config-error.ts';

/**
 * What the JSON file of a setting holds.
 * @throws ConfigError that names the setting, when the file is not there, may not be read or is no
 * JSON
 */
export async function readJsonFile(setting: string, path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${setting} is not usable: ${path} cannot be read (${error.code})`);
  });

  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ConfigError(
      `${setting} is not usable: ${path} is no JSON (${(error as Error).message})`,
    );
  }
}
