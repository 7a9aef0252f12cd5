import type { AnswerOf } from '@noren/contract/call';
import type { readDocument } from '@noren/contract/certification';
import { maskAadhaar } from '@noren/core/people/identity-numbers';
import { formatDay } from '../../i18n/format.ts';
import { type TextId, type Translate, useT } from '../../i18n/index.ts';
import { Callout, Chip } from '../../ui/feedback/callout.tsx';
import { FactCard } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';

type Reading = AnswerOf<typeof readDocument>;

type Props = {
  reading: Reading;
  /** The borrower confirms or corrects the fields later. */
  isToConfirm: boolean;
};

/** The reading of a card, with the doubtful fields marked. */
export function DocumentRead({ reading, isToConfirm }: Props) {
  const t = useT();
  const rows = listRows(reading.fields, t);

  if (!reading.isRead) return <UnreadCardCallout />;

  const isDoubtful = rows.some(({ field }) => reading.uncertain.includes(field));
  const title =
    rows.length === 0
      ? 'nothing_read'
      : reading.code === 'read'
        ? 'code_read'
        : isDoubtful
          ? 'check_fields'
          : 'read_fields';

  return (
    <Stack gap={2}>
      <div role="status">
        <Text tone="ink">
          <b>{t(`certification.${title}`)}</b>
        </Text>
        {rows.length === 0 ? (
          <Text>{t('certification.nothing_read_text')}</Text>
        ) : (
          isToConfirm && <Text>{t('certification.check_fields_text')}</Text>
        )}
      </div>
      <ReadRows rows={rows} uncertain={reading.uncertain} />
      {isCodeMissing(reading) && (
        <Callout
          title={t('certification.code_not_found')}
          text={t('certification.code_not_found_text')}
        />
      )}
    </Stack>
  );
}

/** On the screen after it: the card that was read; its fields are confirmed further on. */
export function CardRead({ reading }: { reading: Reading | undefined }) {
  const t = useT();
  if (!reading) return null;

  const card = t(`certification.${reading.type}`);
  const title =
    reading.code === 'read' ? t('certification.code_read') : t('certification.card_read', { card });
  return (
    <div role="status">
      <Callout tone="good" title={title} />
    </div>
  );
}

/** What a signed file says. */
export function ReadFields({ title, fields }: { title: TextId; fields: Reading['fields'] }) {
  const t = useT();

  return (
    <Stack gap={2}>
      <div role="status">
        <Text tone="ink">
          <b>{t(title)}</b>
        </Text>
      </div>
      <ReadRows rows={listRows(fields, t)} uncertain={[]} />
    </Stack>
  );
}

type RowsProps = { rows: ReturnType<typeof listRows>; uncertain: readonly string[] };

function ReadRows({ rows, uncertain }: RowsProps) {
  const t = useT();
  if (rows.length === 0) return null;

  return (
    <FactCard
      facts={rows.map(({ field, label, value }) => ({
        id: field,
        label: (
          <>
            {label}{' '}
            {uncertain.includes(field) && <Chip tone="due">{t('certification.unsure')}</Chip>}
          </>
        ),
        value,
      }))}
    />
  );
}

/** Every card has a code on its back; its front may have none. */
export const isCodeMissing = (reading: Reading | undefined): boolean =>
  reading?.type === 'aadhaarBack' && reading.code === 'not_found';

/** Whether nothing has to be decided about the card before the fields are confirmed. */
export const isPlainlyRead = (reading: Reading): boolean =>
  reading.isRead && Object.values(reading.fields).some(Boolean) && !isCodeMissing(reading);

/** What happens next with a card that could not be read. */
export function UnreadCardCallout() {
  const t = useT();
  return (
    <div role="status">
      <Callout tone="due" title={t('certification.unread')} text={t('certification.unread_text')} />
    </div>
  );
}

function listRows(fields: Reading['fields'], t: Translate) {
  const { name, fatherName, birthDay, pan, aadhaarLast4, address, pin } = fields;
  return [
    { field: 'name', label: t('certification.name'), value: name },
    { field: 'fatherName', label: t('certification.father_name'), value: fatherName },
    {
      field: 'birthDay',
      label: t('certification.birthday'),
      value: birthDay && formatDay(birthDay),
    },
    { field: 'pan', label: t('certification.pan'), value: pan },
    {
      field: 'aadhaar',
      label: t('certification.aadhaar'),
      value: aadhaarLast4 && maskAadhaar(aadhaarLast4),
    },
    { field: 'address', label: t('certification.address'), value: address },
    { field: 'pin', label: t('certification.pin'), value: pin },
  ].filter((row): row is { field: string; label: string; value: string } => Boolean(row.value));
}
