import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../../testing/render-console.tsx';
import { aMember, serverDouble } from '../../testing/server-double.ts';
import { accessScreen } from '../access/screen.ts';
import { workScreen } from './screen.ts';

test('the title of the tab says how many things wait, and how many no longer do', async () => {
  let [count, toAnswer] = [10, 2];
  const counted = {
    kind: 'proof',
    isOpen: true,
    roles: ['payments'],
    late: 0,
    soon: 0,
    unclaimed: 0,
    mine: 0,
  };

  serverDouble({
    staffMe: () => aMember(['payments']),
    workCounts: () => ({ kinds: [{ ...counted, count }], toAnswer }),
  });
  window.history.replaceState(null, '', '/access');

  const { unmount } = renderConsole([workScreen, accessScreen]);
  await waitFor(() => expect(document.title).toMatch(/^\(12\) .+ · Noren console$/));

  unmount();
  [count, toAnswer] = [0, 0];
  renderConsole([workScreen, accessScreen]);
  await waitFor(() => expect(document.title).toMatch(/^[^(].+ · Noren console$/));
});
