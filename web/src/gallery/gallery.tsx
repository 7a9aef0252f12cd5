import { Page } from '../ui/layout/page.tsx';
import { Stack } from '../ui/layout/text.tsx';
import { useSearchParams } from '../ui/routing/router.tsx';
import { Actions } from './actions.tsx';
import { Dialogs } from './dialogs.tsx';
import { Fields } from './fields.tsx';
import { LayoutParts } from './layout-parts.tsx';
import { States } from './states.tsx';

export const PARTS = {
  actions: Actions,
  fields: Fields,
  dialogs: Dialogs,
  layout: LayoutParts,
  states: States,
};

/**
 * Every component in all its states, for development and review; `?part=dialogs` shows a part. Not
 * in production builds.
 */
export function Gallery() {
  const [params] = useSearchParams();
  const only = params.get('part');

  return (
    <Page
      title="Gallery"
      heading="large"
      lead="Every part of the app, in all its states."
      back="/noren"
    >
      <Stack gap={6}>
        {Object.entries(PARTS).map(
          ([name, Shown]) => (only === null || only === name) && <Shown key={name} />,
        )}
      </Stack>
    </Page>
  );
}
