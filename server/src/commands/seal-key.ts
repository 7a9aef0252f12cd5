import { parseArgs } from 'node:util';
import { ConfigError } from '../platform/config/config-error.ts';
import { isSealKeyId, makeSealKeyText } from '../platform/crypto/sealing.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run seal-key -- k2`: prints a new pair for NOREN_SEAL_KEY under this id, which every later
 * one has to differ from.
 */
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [keyId = '', ...more] = positionals;
  if (more.length > 0 || !isSealKeyId(keyId))
    throw new ConfigError(
      'npm run seal-key -- ID, with an id of letters, digits, - and _ that no key had yet, such as k1',
    );

  console.info(await makeSealKeyText(keyId));
});
