import { sanctionsTexts } from '../../texts/sanctions.ts';
import { Page, Tabs, useTab } from '../../ui/layout.tsx';
import { Hits } from './hits.tsx';
import { Lists } from './lists.tsx';

const TABS = ['lists', 'hits'] as const;

/** The sanctions lists, and the borrowers whose names are like listed ones. */
export function Sanctions() {
  const tab = useTab(TABS);

  return (
    <Page
      title={sanctionsTexts.title}
      about={sanctionsTexts.about}
      isFlush={tab === 'hits'}
      bar={
        <Tabs
          label={sanctionsTexts.parts}
          tabs={TABS.map((id) => ({ id, text: sanctionsTexts.tabs[id] }))}
        />
      }
    >
      {tab === 'lists' ? <Lists /> : <Hits />}
    </Page>
  );
}
