import { galleryTexts } from '../texts/gallery.ts';
import { Columns, Panel } from '../ui/layout.tsx';
import { Answer, Empty, type Loadable, TroubleState } from '../ui/states.tsx';

const refetch = (): void => undefined;
const LOADING: Loadable<string> = { data: undefined, error: null, refetch };
const OFFLINE = { code: 'offline', message: '' };
const FAULT = { code: 'fault', message: galleryTexts.faultMessage };

const FORBIDDEN = {
  code: 'forbidden',
  message: '',
  missing: { permission: galleryTexts.seeLoans, roles: galleryTexts.seeLoansRoles },
};

/** Loading, empty and error states. */
export function StatesPart() {
  return (
    <Columns>
      <Panel title={galleryTexts.loadingTitle} isFlush>
        <Answer of={LOADING}>{(text) => text}</Answer>
      </Panel>
      <Panel title={galleryTexts.emptyTitle} isFlush>
        <Empty title={galleryTexts.empty}>
          <p>{galleryTexts.emptyAbout}</p>
        </Empty>
      </Panel>
      <Panel title={galleryTexts.offlineTitle} isFlush>
        <TroubleState trouble={OFFLINE} onRetry={refetch} />
      </Panel>
      <Panel title={galleryTexts.faultTitle} isFlush>
        <TroubleState trouble={FAULT} onRetry={refetch} />
      </Panel>
      <Panel title={galleryTexts.forbiddenTitle} isFlush>
        <TroubleState trouble={FORBIDDEN} />
      </Panel>
    </Columns>
  );
}
