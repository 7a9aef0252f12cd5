import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Page } from '../../ui/layout/page.tsx';
import { HashRouter, Route, Routes, useNavigate } from '../../ui/routing/router.tsx';
import { useUnsavedChangesPrompt } from './unsaved-changes.tsx';

function Before() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate('/form')}>
      To the form
    </button>
  );
}

function Form({ lost }: { lost: string | undefined }) {
  const leaving = useUnsavedChangesPrompt(lost);
  return (
    <Page title="Form" onBeforeBack={leaving.onBeforeBack}>
      {leaving.question}
    </Page>
  );
}

const app = (lost: string | undefined, key?: string) => (
  <HashRouter>
    <Routes>
      <Route path="/before" element={<Before />} />
      <Route path="/form" element={<Form key={key} lost={lost} />} />
    </Routes>
  </HashRouter>
);

/** Opens the form from another screen and chooses a picture there. */
async function openForm() {
  history.replaceState(null, '', '#/before');

  const { rerender } = render(app(undefined));
  await userEvent.click(screen.getByRole('button', { name: 'To the form' }));
  rerender(app('The picture would be lost.'));

  return rerender;
}

const question = () => screen.findByRole('dialog', { name: 'Leave without sending?' });
const hash = () => location.hash;

it.each(['the phone’s Back', 'the header’s Back'])(
  '%s asks before a form loses pictures',
  async (which) => {
    const goBack = async () => {
      if (which === 'the phone’s Back') history.back();
      else await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    };

    await openForm();
    await goBack();
    await question();
    expect(hash()).toBe('#/form');
    await userEvent.click(screen.getByRole('button', { name: 'Stay here' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await goBack();
    await question();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await expect.poll(hash).toBe('#/before');
    await screen.findByRole('button', { name: 'To the form' });
  },
);

it.each([
  ['the same screen', undefined],
  ['the screen after sending', 'sent'],
])('leaves without asking when nothing would be lost: %s', async (_what, key) => {
  const rerender = await openForm();
  rerender(app(undefined, key));
  history.back();
  await expect.poll(hash).toBe('#/before');
  expect(screen.queryByRole('dialog')).toBeNull();
});
