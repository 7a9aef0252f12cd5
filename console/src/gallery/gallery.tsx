import { galleryTexts } from '../texts/gallery.ts';
import { Page, Tabs, useTab } from '../ui/layout.tsx';
import { FormsPart } from './forms-part.tsx';
import { PartsPart } from './parts-part.tsx';
import { StatesPart } from './states-part.tsx';
import { TablePart } from './table-part.tsx';

const TABS = ['parts', 'table', 'forms', 'states'] as const;

/** All components of the kit on one page. */
export function Gallery() {
  const tab = useTab(TABS);

  return (
    <Page
      title={galleryTexts.title}
      about={galleryTexts.about}
      isFlush={tab === 'table'}
      bar={
        <Tabs
          label={galleryTexts.title}
          tabs={TABS.map((id) => ({ id, text: galleryTexts.tabs[id] }))}
        />
      }
    >
      {tab === 'parts' && <PartsPart />}
      {tab === 'table' && <TablePart />}
      {tab === 'forms' && <FormsPart />}
      {tab === 'states' && <StatesPart />}
    </Page>
  );
}
