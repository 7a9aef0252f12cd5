import type { RenewalView } from '@noren/contract/fields';
import { type DataChange, personalData, type StoredField } from '@noren/contract/privacy';
import { useCall } from '../../api/hooks.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Chip } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, NotLoaded } from '../../ui/feedback/states.tsx';
import { Card, Row, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { AddressSheet, type SuggestedAddress } from './address-sheet.tsx';
import { ConfirmDetails, ConfirmLead } from './confirm-details.tsx';
import { CorrectSheet } from './correct-sheet.tsx';
import { useValueFormat } from './field-words.ts';
import { useOpenItem } from './open-item.ts';

/** The user's data, each field with a way to correct it, and the corrections made so far. */
export function DetailsScreen() {
  const t = useT();
  const call = useCall(personalData, {});
  const { data } = call;

  return (
    <Page
      title={t(isToConfirm(data) ? 'renewal.ask' : 'data.details')}
      back="/data"
      right={<HelpButton />}
    >
      {data ? (
        data.fields.length > 0 ? (
          <Details {...data} />
        ) : (
          <EmptyState title={t('data.details_none')} text={t('data.details_none_text')} />
        )
      ) : (
        <NotLoaded call={call}>
          <Skeleton lines={12} />
        </NotLoaded>
      )}
    </Page>
  );
}

const isToConfirm = (data: { renewal: RenewalView | null } | undefined): boolean =>
  data?.renewal != null && data.renewal.state !== 'settled';

/** The sheet of a home address that was not given yet. */
const HOME = 'home';

function Details({
  fields,
  changes,
  suggestedAddress,
  renewal,
}: {
  fields: readonly StoredField[];
  changes: readonly DataChange[];
  suggestedAddress: SuggestedAddress | null;
  renewal: RenewalView | null;
}) {
  const t = useT();
  const [openField, setOpenField] = useOpenItem();
  const toConfirm = renewal && renewal.state !== 'settled' ? renewal : null;
  const selection = fields.find(({ field }) => field === openField);

  return (
    <>
      {toConfirm && <ConfirmLead renewal={toConfirm} />}
      <Text>{t('data.details_lead')}</Text>
      <Card rows label={t('data.details')}>
        {fields.map((stored) => (
          <FieldRow key={stored.field} stored={stored} onOpen={() => setOpenField(stored.field)} />
        ))}
        {suggestedAddress && (
          <RowLink
            label={t('certification.home_address')}
            note={t('data.add_address')}
            onClick={() => setOpenField(HOME)}
          />
        )}
      </Card>
      <Text size="sm">{t('data.elsewhere')}</Text>
      {toConfirm && (
        <ConfirmDetails onAddAddress={suggestedAddress ? () => setOpenField(HOME) : null} />
      )}
      {changes.length > 0 && <Changes changes={changes} />}
      {suggestedAddress && openField === HOME && (
        <AddressSheet known={suggestedAddress} onClose={() => setOpenField(null)} />
      )}
      {selection && (
        <CorrectSheet key={selection.field} stored={selection} onClose={() => setOpenField(null)} />
      )}
    </>
  );
}

function FieldRow({
  stored: { field, value, isFromSource, waiting },
  onOpen,
}: {
  stored: StoredField;
  onOpen: () => void;
}) {
  const t = useT();
  const formatValue = useValueFormat(field);

  return (
    <RowLink
      label={t(`certification.${field}`)}
      note={isFromSource ? t('data.from_card', { value: formatValue(value) }) : formatValue(value)}
      aside={waiting && <Chip tone="due">{t('data.waits')}</Chip>}
      onClick={onOpen}
    />
  );
}

function Changes({ changes }: { changes: readonly DataChange[] }) {
  const t = useT();

  return (
    <section>
      <Stack gap={2}>
        <h2>{t('data.changes')}</h2>
        <Card rows label={t('data.changes')}>
          {changes.map((change) => (
            <ChangeRow key={`${change.field} ${change.requestedAt}`} change={change} />
          ))}
        </Card>
      </Stack>
    </section>
  );
}

const CHANGE_WORDS = {
  done: 'data.corrected',
  waiting: 'data.waits',
  refused: 'data.refused',
} as const;

function ChangeRow({
  change: { field, before, after, state, requestedAt, refusal },
}: {
  change: DataChange;
}) {
  const t = useT();
  const formatValue = useValueFormat(field);

  return (
    <Row
      label={t(`certification.${field}`)}
      value={t(CHANGE_WORDS[state])}
      notes={[
        t('data.change', {
          before: before === null ? '–' : formatValue(before),
          after: formatValue(after),
        }),
        ...(refusal ? [refusal.text] : []),
        formatMoment(requestedAt),
      ]}
    />
  );
}
