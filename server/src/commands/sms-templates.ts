import { parseArgs } from 'node:util';
import { LANGUAGE_CODES } from '@noren/contract/languages';
import { readLenderFile } from '../borrower/public/app-config.ts';
import {
  registeredText,
  type SmsConstants,
  THIRD_VARIABLE,
  takeSmsConstants,
} from '../notifications/registered-texts.ts';
import { SMS_TEMPLATES } from '../notifications/sms-templates.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { readJsonFile } from '../platform/config/json-file.ts';
import { runCommand } from './run-command.ts';

type Templates = Record<string, Record<string, unknown> | undefined>;

const EMPTY: SmsConstants = {
  host: '',
  officer: '',
  officerPhone: '',
  officerEmail: '',
  callsFrom: '',
};

/**
 * `npm run -s sms-templates > sms-templates.json`: prints the file of NOREN_MSG91_TEMPLATES_FILE
 * with every registered text of this version and empty ids. `-- FILE` takes the ids that a file has
 * already, such as the former version's. `-- --texts` prints the texts themselves. The lender's
 * words in them are those of NOREN_APP_HOST and NOREN_LENDER_FILE.
 */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { texts: { type: 'boolean', default: false } },
  });
  const constants = await readConstants();
  if (values.texts && constants === null)
    throw new ConfigError(
      'Set NOREN_APP_HOST and NOREN_LENDER_FILE: their words are in the registered texts.',
    );

  console.info(
    values.texts && constants
      ? listTexts(constants)
      : await buildFile(positionals[0], constants ?? EMPTY),
  );
});

async function readConstants(): Promise<SmsConstants | null> {
  const { NOREN_APP_HOST: host, NOREN_LENDER_FILE: path } = process.env;
  return host && path ? takeSmsConstants(host, await readLenderFile(path)) : null;
}

async function buildFile(path: string | undefined, constants: SmsConstants): Promise<string> {
  const known = path === undefined ? {} : ((await readJsonFile('the file', path)) as Templates);
  const languages = LANGUAGE_CODES.map((language) => {
    const lines = SMS_TEMPLATES.map((template) => {
      const ids = known[language]?.[template] ?? { templateId: '', dltId: '' };
      return `    ${JSON.stringify(template)}: ${JSON.stringify(ids)}`;
    });
    return `  ${JSON.stringify(language)}: {\n${lines.join(',\n')}\n  }`;
  });

  return `{\n  "constants": ${JSON.stringify(constants)},\n${languages.join(',\n')}\n}`;
}

/** Each text as it is typed into the registry, then as MSG91 has it. */
function listTexts(constants: SmsConstants): string {
  const texts = LANGUAGE_CODES.flatMap((language) =>
    SMS_TEMPLATES.map((template) => {
      const [registry, msg91] = (['registry', 'msg91'] as const).map((form) =>
        registeredText(language, template, { form, constants }),
      );
      const reason = THIRD_VARIABLE[template];
      const why = reason === undefined ? [] : [`# Reason for a third variable: ${reason}`];

      return [`# ${language}.${template}`, ...why, '# Registry:', registry, '# MSG91:', msg91].join(
        '\n',
      );
    }),
  );
  return texts.join('\n\n');
}
