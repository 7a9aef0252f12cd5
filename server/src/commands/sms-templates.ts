import { parseArgs } from 'node:util';
import { LANGUAGE_CODES } from '@noren/contract/languages';
import { SMS_TEMPLATES } from '../lending/notifications/sms-templates.ts';
import { readJsonFile } from '../platform/config/json-file.ts';
import { runCommand } from './run-command.ts';

type Templates = Record<string, Record<string, unknown> | undefined>;

/**
 * `npm run -s sms-templates > sms-templates.json`: prints the file of NOREN_MSG91_TEMPLATES_FILE with every registered text of
 * this version and empty ids. `-- FILE` takes the ids that a file has already, such as the former version's.
 */
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [path] = positionals;
  const known = path === undefined ? {} : ((await readJsonFile('the file', path)) as Templates);
  const languages = LANGUAGE_CODES.map((language) => {
    const lines = SMS_TEMPLATES.map((template) => {
      const ids = known[language]?.[template] ?? { templateId: '', dltId: '' };
      return `    ${JSON.stringify(template)}: ${JSON.stringify(ids)}`;
    });
    return `  ${JSON.stringify(language)}: {\n${lines.join(',\n')}\n  }`;
  });
  console.info(`{\n${languages.join(',\n')}\n}`);
});
