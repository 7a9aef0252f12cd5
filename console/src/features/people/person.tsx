import { LANGUAGES, type Language } from '@noren/contract/languages';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useStaffCall } from '../../api/hooks.ts';
import { bizStatusText, personTexts } from '../../texts/people.ts';
import { Badge } from '../../ui/badge.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Acts, Page, Tabs, useTab } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import { Documents, Orders, Tickets } from './lists.tsx';
import { Notes } from './notes.tsx';
import { Overview } from './overview.tsx';
import { Passkeys } from './passkeys.tsx';
import { PersonActs } from './person-acts.tsx';
import type { PersonData } from './person-data.ts';
import { Scores } from './scores.tsx';
import { Sessions } from './sessions.tsx';
import { PersonTimeline } from './timeline.tsx';

const TABS = [
  'overview',
  'scores',
  'orders',
  'timeline',
  'sessions',
  'documents',
  'tickets',
  'notes',
] as const;

/** Everything about one borrower. */
export function Person() {
  const { userId = '' } = useParams();
  const person = useStaffCall('borrower', { params: { userId } });
  const { data } = person;
  const tab = useTab(TABS);

  const counts = data && {
    orders: data.orders.length,
    sessions: data.sessions.filter(({ endedAt }) => endedAt === null).length,
    documents: data.documents.length,
    tickets: data.tickets.length,
    notes: data.notes.length,
  };

  const findCount = (id: string): number | undefined => counts?.[id as keyof typeof counts];

  return (
    <Page
      title={data?.name ?? data?.maskedPhone ?? personTexts.people}
      crumbs={[{ to: '/people', text: personTexts.people }]}
      about={data && <Badges person={data} />}
      side={data && <PersonActs person={data} />}
      bar={
        <Tabs
          label={personTexts.tabList}
          tabs={TABS.map((id) => ({ id, text: personTexts.tabs[id], count: findCount(id) }))}
        />
      }
    >
      <Answer of={person}>{(loaded) => <Part tab={tab} person={loaded} />}</Answer>
    </Page>
  );
}

function Part({
  tab,
  person,
}: {
  readonly tab: (typeof TABS)[number];
  readonly person: PersonData;
}): ReactNode {
  switch (tab) {
    case 'overview':
      return <Overview person={person} />;
    case 'scores':
      return <Scores userId={person.userId} />;
    case 'orders':
      return <Orders person={person} />;
    case 'timeline':
      return <PersonTimeline userId={person.userId} />;
    case 'sessions':
      return (
        <>
          <Sessions person={person} />
          <Passkeys person={person} />
        </>
      );
    case 'documents':
      return <Documents person={person} />;
    case 'tickets':
      return <Tickets person={person} />;
    case 'notes':
      return <Notes person={person} />;
    default:
      return tab satisfies never;
  }
}

function Badges({ person }: { readonly person: PersonData }) {
  const language = LANGUAGES[person.language as Language] as { name: string } | undefined;

  return (
    <Acts>
      <span>{person.maskedPhone}</span>
      <Badge>{bizStatusText(person)}</Badge>
      {person.isErased && <Badge tone="bad">{personTexts.erased}</Badge>}
      {person.frozenAt !== null && (
        <Badge tone="bad" icon="lock">
          {personTexts.frozen}
        </Badge>
      )}
      {person.claim !== null && (
        <Badge tone="bad" icon="people">
          {personTexts.claimed}
        </Badge>
      )}
      {person.phoneChange && <Badge tone="soon">{personTexts.phoneChange.title}</Badge>}
      {person.erasureDueAt !== null && (
        <Badge tone="soon">
          {personTexts.erasureDue} <Instant at={person.erasureDueAt} />
        </Badge>
      )}
      {person.fullKycAt !== null && (
        <Badge tone="good" icon="tick">
          {personTexts.fullKyc}
        </Badge>
      )}
      {language && <span lang={person.language}>{personTexts.reads(language.name)}</span>}
    </Acts>
  );
}
