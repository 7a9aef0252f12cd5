import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render-console.tsx';
import { refuseForOpen, serverDouble } from '../../testing/server-double.ts';
import { personActTexts } from '../../texts/person-acts.ts';
import { Propose } from './propose.tsx';

const USER = '0195f000-0000-7000-8000-000000000001';

test('a request that is open already says so in its form and leads to it', async () => {
  serverDouble({ previewApproval: refuseForOpen('r1') });
  renderPart(
    <Propose
      proposal={{ kind: 'lending_freeze', userId: USER, isFrozen: true }}
      about="Freezes it."
      onClose={() => undefined}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: personActTexts.show }));

  const link = await screen.findByRole('link', { name: 'Open that request' });
  expect(link.getAttribute('href')).toBe('/approvals/r1');
  expect(screen.getByRole('alert').textContent).toBe('A request like this is already open.');
  expect(screen.getByText('Freezes it.')).toBeTruthy();
});

/** A form whose one field is a mark. */
function FreezeForm() {
  const [isFrozen, setFrozen] = useState(true);
  return (
    <Propose
      proposal={{ kind: 'lending_freeze', userId: USER, isFrozen }}
      about="Freezes it."
      onClose={() => undefined}
    >
      <label>
        <input type="checkbox" checked={isFrozen} onChange={() => setFrozen(!isFrozen)} /> Freeze
      </label>
    </Propose>
  );
}

test('a refusal goes once what was refused is changed', async () => {
  serverDouble({ previewApproval: refuseForOpen('r1') });
  renderPart(<FreezeForm />);
  await userEvent.click(screen.getByRole('button', { name: personActTexts.show }));
  expect(await screen.findByRole('alert')).toBeTruthy();

  await userEvent.click(screen.getByRole('checkbox'));
  expect(screen.queryByRole('alert')).toBeNull();
});
