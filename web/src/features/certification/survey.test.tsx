import { saveSurvey, viewSurvey } from '@noren/contract/certification';
import { dictionary } from '@noren/contract/dictionary';
import { userStatus } from '@noren/contract/login';
import { UserStatus } from '@noren/core/people/status';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { saveDraft } from '../../session/drafts.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { tapLater } from '../../testing/tap-later.ts';
import { Survey } from './survey.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  sessionStorage.clear();
  server = stubServer();
  server.answers(viewSurvey, { answers: null });
  server.answers(dictionary, ({ path }) => {
    const type = path.split('/').at(-1);
    return { details: ['a', 'b'].map((code) => ({ code, name: `${type} ${code.toUpperCase()}` })) };
  });
  server.answers(saveSurvey, { bizStatus: UserStatus.identityDue });
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const choose = async (name: string) => {
  await userEvent.click(await screen.findByRole('radio', { name }));
};

const ALL = { purpose: 'a', incomeBand: 'b', otherDebts: 'a', heardFrom: 'b' };

describe('the questionnaire', () => {
  it('shows one question per screen, and the last answer saves them all', async () => {
    renderScreen(<Survey />, '/survey');
    await choose('loanPurpose A');
    await choose('incomeBand B');
    await choose('otherDebts A');
    expect(server.sentTo(saveSurvey)).toEqual([]);
    await choose('heardFrom B');
    expect(await screen.findByText('at /facial-auth/step-one')).toBeTruthy();
    expect(server.listBodies(saveSurvey)).toEqual([ALL]);
    // A reload when leaving would send a link session to the code confirmation.
    expect(server.sentTo(viewSurvey)).toHaveLength(1);
  });

  it('that could not be saved shows the answers, to be changed and saved', async () => {
    server.answers(viewSurvey, { answers: { ...ALL, heardFrom: '' } as never });
    server.loses(saveSurvey);
    renderScreen(<Survey />, '/survey');
    await choose('heardFrom A');

    await userEvent.click(await screen.findByRole('link', { name: /do you earn/ }));
    await choose('incomeBand A');
    await screen.findByRole('button', { name: 'Save and continue' });
    expect(server.sentTo(saveSurvey)).toHaveLength(1);

    server.answers(saveSurvey, { bizStatus: UserStatus.identityDue });
    tapLater(screen.getByRole('button', { name: 'Save and continue' }));
    expect(await screen.findByText('at /facial-auth/step-one')).toBeTruthy();
    expect(server.listBodies(saveSurvey).at(-1)).toEqual({
      ...ALL,
      incomeBand: 'a',
      heardFrom: 'a',
    });
  });

  it('by keys is saved by a button that says so', async () => {
    server.answers(viewSurvey, { answers: { ...ALL, heardFrom: '' } as never });
    renderScreen(<Survey />, '/survey');
    (await screen.findByRole('radio', { name: 'heardFrom A' })).focus();
    await userEvent.keyboard(' ');
    expect(server.sentTo(saveSurvey)).toEqual([]);
    await press('Save and continue');
    expect(await screen.findByText('at /facial-auth/step-one')).toBeTruthy();
  });

  it.each(['the words', 'the radio button'])(
    'goes on once after a tap on %s, and by Back shows the answer',
    async (where) => {
      renderScreen(<Survey />, '/survey');

      const radio = await screen.findByRole('radio', { name: 'loanPurpose A' });
      await userEvent.click(where === 'the words' ? screen.getByText('loanPurpose A') : radio);
      await screen.findByRole('radio', { name: 'incomeBand A' });
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Questionnaire, 2 of 4');
      await press('Back');
      expect(
        (await screen.findByRole<HTMLInputElement>('radio', { name: 'loanPurpose A' })).checked,
      ).toBe(true);
      await userEvent.click(screen.getByText('loanPurpose A'));
      expect(await screen.findByRole('radio', { name: 'incomeBand A' })).toBeTruthy();
    },
  );

  it('by arrow keys goes on only by the button', async () => {
    renderScreen(<Survey />, '/survey');
    (await screen.findByRole('radio', { name: 'loanPurpose A' })).focus();
    await userEvent.keyboard(' {ArrowDown}');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'loanPurpose B' }).checked).toBe(
      true,
    );
    await press('Next');
    expect(await screen.findByRole('radio', { name: 'incomeBand A' })).toBeTruthy();
  });

  it('has no button to go on before there is an answer', async () => {
    renderScreen(<Survey />, '/survey');
    await screen.findByRole('radio', { name: 'loanPurpose A' });
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('shows the saved answers on any phone; a draft on this phone takes precedence', async () => {
    server.answers(viewSurvey, { answers: ALL });
    saveDraft('survey', { incomeBand: 'a' });
    renderScreen(<Survey />, '/survey');
    for (const answer of ['loanPurpose A', 'incomeBand A', 'otherDebts A', 'heardFrom B'])
      expect(await screen.findByText(answer)).toBeTruthy();
  });

  it('shows a failure instead of an empty form when the saved answers did not load', async () => {
    server.loses(viewSurvey);
    renderScreen(<Survey />, '/survey');
    await screen.findByRole('button', { name: 'Try again' });
    server.answers(viewSurvey, { answers: ALL });
    await press('Try again');
    expect(await screen.findByText('heardFrom B')).toBeTruthy();
  });

  it.each([
    [UserStatus.certified, 'See your loans', 'at /home'],
    [UserStatus.personalInfoDue, 'Go to the next part', 'at /facial-auth/step-two'],
  ])(
    'closed meanwhile by another tab (status %i), it leads on',
    async (bizStatus, action, heading) => {
      server.answers(viewSurvey, { answers: ALL });
      server.refuses(saveSurvey, 409, 'This step is not open.', { reason: 'step' });
      server.answers(userStatus, { bizStatus, serverTimeMs: 0 } as never);
      renderScreen(<Survey />, '/survey');
      await userEvent.click(await screen.findByRole('button', { name: 'Save and continue' }));
      await userEvent.click(await screen.findByRole('link', { name: action }));
      expect(await screen.findByText(heading)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Save and continue' })).toBeNull();
    },
  );
});
