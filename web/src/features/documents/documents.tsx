import { type DocumentGroup, documentList, type ListedDocument } from '@noren/contract/documents';
import { useCall } from '../../api/hooks.tsx';
import { formatMoment, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { DocumentSheet, useKindWords } from '../../shared/loan/document-viewer.tsx';
import { SeeLoans } from '../../shared/loan/see-loans.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, NotLoaded } from '../../ui/feedback/states.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { useSearchParams } from '../../ui/routing/router.tsx';

/** The borrower's documents by loan, newest first; with `?order=` those of one loan. */
export function DocumentsScreen() {
  const t = useT();
  const [search] = useSearchParams();
  const order = search.get('order');
  const list = useCall(documentList, {});
  const groups = list.data?.groups.filter(({ repayId }) => order === null || repayId === order);

  return (
    <Page title={t('docs.title')} back={order === null ? '/user' : '/order'} right={<HelpButton />}>
      {groups ? (
        <Groups groups={groups} isOne={order !== null} />
      ) : (
        <NotLoaded call={list}>
          <Skeleton height={16} />
        </NotLoaded>
      )}
    </Page>
  );
}

function Groups({ groups, isOne }: { groups: DocumentGroup[]; isOne: boolean }) {
  const t = useT();
  const [opened, setOpened] = useOpenItem();
  const words = useKindWords();
  const shown = groups
    .flatMap(({ documents }) => documents)
    .find(({ documentId }) => documentId === opened);

  if (groups.length === 0)
    return isOne ? (
      <EmptyState
        title={t('repay.unknown')}
        text={t('docs.unknown_text')}
        action={
          <ButtonLink replace to="/documents">
            {t('docs.all')}
          </ButtonLink>
        }
      />
    ) : (
      <EmptyState title={t('docs.none')} text={t('docs.none_text')} action={<SeeLoans />} />
    );

  return (
    <Stack gap={4}>
      <Text>{t('docs.lead')}</Text>
      {groups.map((group) => (
        <Group key={group.proposalNo} group={group} onOpen={setOpened} />
      ))}
      {isOne && (
        <ButtonLink kind="ghost" replace to="/documents">
          {t('docs.all')}
        </ButtonLink>
      )}
      {shown && (
        <DocumentSheet
          documentId={shown.documentId}
          title={words(shown.kind)}
          onClose={() => setOpened(null)}
        />
      )}
    </Stack>
  );
}

/** The open document, stored in the address so that it is open again after a code confirmation. */
function useOpenItem(): [string | null, (documentId: string | null) => void] {
  const [search, setSearch] = useSearchParams();

  const open = (documentId: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (documentId === null) next.delete('open');
        else next.set('open', documentId);
        return next;
      },
      { replace: true },
    );

  return [search.get('open'), open];
}

type GroupProps = { group: DocumentGroup; onOpen: (documentId: string) => void };

function Group({ group, onOpen }: GroupProps) {
  const t = useT();
  const name = t('docs.group', {
    product: group.productName,
    amount: formatMoney(group.principalPaise, 'whole'),
  });
  const of = group.repayId === null ? t('docs.offer') : t('docs.order', { number: group.repayId });

  return (
    <section>
      <Stack gap={2}>
        <h2>{name}</h2>
        <Text size="sm">{of}</Text>
        <Card rows label={`${name}, ${of}`}>
          {group.documents.map((document) => (
            <DocumentLine key={document.documentId} document={document} onOpen={onOpen} />
          ))}
        </Card>
      </Stack>
    </section>
  );
}

function DocumentLine({
  document,
  onOpen,
}: {
  document: ListedDocument;
  onOpen: GroupProps['onOpen'];
}) {
  const words = useKindWords();
  const { documentId, kind, at, amountPaise } = document;

  return (
    <RowLink
      label={words(kind)}
      note={formatMoment(at)}
      aside={amountPaise === null ? undefined : formatMoney(amountPaise)}
      onClick={() => onOpen(documentId)}
    />
  );
}
