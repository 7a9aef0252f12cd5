import { type SmsConstants, takeSmsConstants } from './notifications/registered-texts.ts';
import { SMS_TEMPLATES } from './notifications/sms-templates.ts';
import type { Config } from './platform/config/config.ts';
import { ConfigError } from './platform/config/config-error.ts';
import { readJsonFile } from './platform/config/json-file.ts';
import type { Deps } from './platform/deps.ts';
import type { Sms } from './platform/ports/sms.ts';
import { checkTemplates, makeMsg91Sms, type RegisteredTemplates } from './providers/sms/msg91.ts';

/**
 * Who sends text messages; null where nobody is configured.
 * @throws ConfigError for templates that are not those of this version
 */
export async function openSms(
  { msg91, NOREN_APP_HOST: host }: Pick<Config, 'msg91' | 'NOREN_APP_HOST'>,
  appConfig: Deps['appConfig'],
): Promise<Sms | null> {
  if (!msg91) return null;

  const constants = takeSmsConstants(host, appConfig);
  return makeMsg91Sms(msg91, await readTemplatesFile(msg91.templatesFile, constants));
}

async function readTemplatesFile(
  path: string,
  constants: SmsConstants,
): Promise<RegisteredTemplates> {
  const given = await readJsonFile('NOREN_MSG91_TEMPLATES_FILE', path);
  const checked = checkTemplates(given, SMS_TEMPLATES, { ...constants });
  if ('templates' in checked) return checked.templates;

  const named = `${checked.wrong.slice(0, 8).join(', ')}${checked.wrong.length > 8 ? ' …' : ''}`;
  throw new ConfigError(
    `NOREN_MSG91_TEMPLATES_FILE is not usable: ${checked.wrong.length} missing or wrong: ${named}. \`npm run -s sms-templates\` prints the whole file.`,
  );
}
