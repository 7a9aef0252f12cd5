import type { Me } from '@noren/contract/staff/access';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderConsole } from '../../testing/render-console.tsx';
import { aMember, Refusal, serverDouble } from '../../testing/server-double.ts';

const PAGE = 'https://login.lender.example/authorize?state=s';

test('the company’s sign-in is offered where it is set up, and leads back to where one was', async () => {
  let me: Me | undefined;
  const { seen } = serverDouble({
    staffMe: () => {
      if (me === undefined) throw new Refusal({ code: 'signed_out' });
      return me;
    },
    staffSignInWays: () => ({ hasCompanySignIn: true }),
    beginCompanySignIn: () => ({ page: PAGE }),
    companySignIn: () => {
      me = aMember(['support']);
      return me;
    },
  });
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);

  window.history.replaceState(null, '', '/access');

  const first = renderConsole([]);
  await userEvent.click(
    await screen.findByRole('button', { name: 'Sign in with your company account' }),
  );
  await expect.poll(() => assign).toHaveBeenCalledWith(PAGE);
  first.unmount();
  window.history.replaceState(null, '', '/sign-in/company?code=c&state=s');
  renderConsole([]);
  await expect.poll(() => window.location.pathname).toBe('/access');

  const sent = seen.filter(({ call }) => call === 'companySignIn');
  expect(sent.map(({ body }) => body)).toEqual([{ answer: 'code=c&state=s' }]);
  expect(window.location.search).toBe('');
});

test('without it there is no button; a refusal is said in words, with the way back to the passkey', async () => {
  serverDouble({
    companySignIn: () => {
      throw new Refusal({
        code: 'company_refused',
        refusal: { reason: 'company_email_unknown' },
      });
    },
  });
  window.history.replaceState(null, '', '/sign-in/company?code=c&state=s');
  renderConsole([]);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'No one with that email address',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Back to sign-in' }));
  await screen.findByText(/Lost your passkeys/);
  expect(screen.queryByRole('button', { name: /company account/ })).toBeNull();
});
