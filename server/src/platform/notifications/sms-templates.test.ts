import { LANGUAGE_CODES, LANGUAGES, type Language } from '@noren/contract/languages';
import { expect, test } from 'vitest';
import { SMS_TEMPLATES, type SmsTemplate } from '../ports/sms.ts';
import en from '../translations/en.json' with { type: 'json' };
import { smsText } from './notice-texts.ts';

/** The variables of a template, in the order of the English text. */
function variablesOf(template: SmsTemplate): string[] {
  const ids = template.endsWith('_code') ? [`sms.${template}`] : [`message.${template}`, `message.${template}_text`];
  const texts = ids.map((id) => en[id as keyof typeof en]);
  return [...new Set([...texts.join(' ').matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))];
}

const open = (language: Language, template: SmsTemplate): string =>
  smsText(language, template, Object.fromEntries(variablesOf(template).map((name) => [name, `##${name}##`])));

/** What is registered, as the lender's staff types it in. */
function list(): string {
  const parts = LANGUAGE_CODES.map((language) => {
    const lines = SMS_TEMPLATES.map((template) => `| \`${template}\` | ${open(language, template)} |`);
    return `## ${LANGUAGES[language].name} (\`${language}\`)\n\n| template | text |\n|---|---|\n${lines.join('\n')}\n`;
  });
  const head = `# SMS templates to register

Register every text below with the operators' registry (DLT) and at MSG91 ([how](operations.md#notifications)). At the registry each \`##name##\`
is written \`{#var#}\`; at MSG91 it stays as here. No variable is longer than 40 characters. A changed text is a new registration, made before it
is deployed.

\`server/src/platform/notifications/sms-templates.test.ts\` makes this page from the translations and fails when they differ; run it with \`-u\` to
write the page again.
`;
  return `${head}\n${parts.join('\n')}`;
}

test('the list of templates to register is what the server says', async () => {
  await expect(list()).toMatchFileSnapshot('../../../../docs/sms-templates.md');
});

test.each(LANGUAGE_CODES)('every variable of every text is in its %s text', (language) => {
  for (const template of SMS_TEMPLATES) {
    const names = [...open(language, template).matchAll(/##(\w+)##/g)].map(([, name]) => name ?? '');
    expect([template, [...new Set(names)].sort()]).toEqual([template, variablesOf(template).sort()]);
  }
});
