import { Page } from '../ui/page.tsx';
import { Stack } from '../ui/text.tsx';
import { Actions } from './actions.tsx';
import { Dialogs } from './dialogs.tsx';
import { Fields } from './fields.tsx';
import { Furniture } from './furniture.tsx';
import { States } from './states.tsx';

/** Every component in all its states, for those who build and judge them. Absent from production. */
export function Gallery() {
  return (
    <Page title="Gallery" heading="large" lead="Every part of the app, in all its states." back="/noren">
      <Stack gap={6}>
        <Actions />
        <Fields />
        <Dialogs />
        <Furniture />
        <States />
      </Stack>
    </Page>
  );
}
