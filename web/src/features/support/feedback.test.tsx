import { CODES } from '@noren/contract/codes';
import { feedbackList, passFeedbackOn, saveFeedback, type Ticket } from '@noren/contract/support';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readDraft } from '../../session/drafts.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { tapLater } from '../../testing/tap-later.ts';
import { FeedbackScreen } from './feedback.tsx';
import { checkFeedback } from './feedback-rules.ts';

let server: ReturnType<typeof stubServer>;

const ticket: Ticket = {
  ticketNo: 'F261124ABCDEF',
  repayId: null,
  type: 'problem',
  text: 'The page stays white.',
  pictures: 0,
  sentAt: Date.parse('2026-11-24T04:30:00Z'),
  answerBy: '2026-12-24',
  state: 'received',
  answer: null,
  decidedAt: null,
  level: 'desk',
  levelDay: '2026-12-01',
  mayPassOn: false,
  regulator: null,
};

const png = (name: string) =>
  new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])], name, {
    type: 'image/png',
  });

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('createImageBitmap', async () => ({
    width: 1200,
    height: 800,
    close: () => undefined,
  }));
  server = stubServer();
  server.answers(feedbackList, { details: [] });
});

const open = () => renderScreen(<FeedbackScreen />, '/feedback');
const words = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'In your words' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send feedback' }));

const fill = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^What is it about/ }));
  await userEvent.click(screen.getByRole('option', { name: 'Something does not work' }));
  await userEvent.type(words(), 'The page stays white.');
};

const add = (...files: File[]) => userEvent.upload(screen.getByLabelText('Add pictures'), files);
const pictures = () => screen.queryAllByRole('img');

/** Pictures are decoded from now on only when the test lets them. */
function holdDecoding() {
  const decoding: (() => void)[] = [];
  const bitmap = { width: 1200, height: 800, close: () => undefined };

  vi.stubGlobal('createImageBitmap', () => {
    return new Promise((resolve) => decoding.push(() => resolve(bitmap)));
  });

  return async () => {
    await expect.poll(() => decoding.length).toBeGreaterThan(0);
    decoding.shift()?.();
  };
}

describe('the rules of feedback', () => {
  it.each([
    [{}, []],
    [{ type: '' }, ['type']],
    [{ type: 'praise' }, ['type']],
    [{ text: ' \n ' }, ['text']],
    [{ text: 'a'.repeat(1_001) }, ['text']],
    [{ text: `${'a'.repeat(1_000)}  ` }, []],
  ])('of %j name %j', (values, fields) => {
    const problems = checkFeedback({ type: 'other', text: 'words', ...values }, (id) => id);
    expect(Object.keys(problems)).toEqual(fields);
  });
});

describe('feedback', () => {
  it('is sent, and gets a number and a reply date', async () => {
    server.answers(saveFeedback, { ticket });
    open();
    await fill();
    await send();
    expect(await screen.findByRole('heading', { name: 'Feedback sent' })).toBeTruthy();
    expect(server.listBodies(saveFeedback)).toEqual([
      { type: 'problem', text: 'The page stays white.' },
    ]);
    expect(screen.getByText('F261124ABCDEF')).toBeTruthy();
    expect(screen.getByText(/We answer by 24\/12\/2026/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Write something else' }));
    expect(words().value).toBe('');
  });

  it('begun from an order’s page names the order', async () => {
    const repayId = 'RABC1234567890';
    server.answers(saveFeedback, { ticket: { ...ticket, repayId } });
    renderScreen(<FeedbackScreen />, '/feedback', `/feedback?order=${repayId}`);
    expect(screen.getByText(`About loan ${repayId}`)).toBeTruthy();
    await fill();
    await send();
    await screen.findByRole('heading', { name: 'Feedback sent' });
    expect(server.listBodies(saveFeedback)).toEqual([
      { type: 'problem', text: 'The page stays white.', repayId },
    ]);
  });

  it('without a text is not sent, and says so', async () => {
    open();
    await send();
    expect(
      screen.getAllByText('Please fill in the feedback content before submitting.').length,
    ).toBe(2);
    expect(server.sentTo(saveFeedback)).toEqual([]);
  });

  it('with a longer text than can be sent keeps all of it, and says so', async () => {
    open();
    await userEvent.click(words());
    await userEvent.paste('a'.repeat(1_200));
    await send();
    expect(words().value).toHaveLength(1_200);
    expect(screen.getByText('1200/1000')).toBeTruthy();
    expect(
      screen.getAllByText('1000 characters at most can be sent. Please shorten it.'),
    ).toHaveLength(2);
    expect(server.sentTo(saveFeedback)).toEqual([]);
  });

  it('accepts five pictures, each previewed and removable, and no sixth', async () => {
    server.answers(saveFeedback, { ticket: { ...ticket, pictures: 4 } });
    open();
    await fill();
    await add(...['a', 'b', 'c', 'd', 'e', 'f'].map(png));
    expect(
      await screen.findByText('5 pictures at most can be sent. Remove one to add another.'),
    ).toBeTruthy();
    await expect.poll(() => pictures().length).toBe(5);
    expect(screen.queryByLabelText('Add pictures')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Picture 2 of 5' }));
    expect(pictures().map((one) => one.getAttribute('alt'))).toContain('Picture 4 of 4');
    expect(pictures()).toHaveLength(4);
    await send();
    await screen.findByRole('heading', { name: 'Feedback sent' });
  });

  it('names a file that is not a picture, and keeps the others', async () => {
    open();
    await add(png('a'), new File(['%PDF-1.7'], 'b.png', { type: 'image/png' }));
    expect(
      await screen.findByText('A PDF cannot be read here. Please take a screenshot of it.'),
    ).toBeTruthy();
    await expect.poll(() => pictures().length).toBe(1);
  });

  it('is not sent before its pictures are prepared', async () => {
    server.answers(saveFeedback, { ticket });
    const decode = holdDecoding();
    open();
    await fill();
    await add(png('a'), png('b'));
    await send();
    await decode();
    await expect.poll(() => pictures().length).toBe(1);
    await send();
    expect(server.sentTo(saveFeedback)).toEqual([]);

    await decode();
    await expect.poll(() => pictures().length).toBe(2);
    tapLater(screen.getByRole('button', { name: 'Send feedback' }));
    await screen.findByRole('heading', { name: 'Feedback sent' });
  });

  it('takes pictures that are chosen while others are prepared, and none that was removed', async () => {
    const decode = holdDecoding();
    open();
    await add(png('a'), png('b'));
    // Sooner than userEvent may tap the same button again.
    fireEvent.change(screen.getByLabelText('Add pictures'), { target: { files: [png('c')] } });
    await decode();
    await expect.poll(() => pictures().length).toBe(1);
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Picture 1 of 1' }));
    await decode();
    await decode();
    await expect.poll(() => pictures().length).toBe(2);
  });

  it('says which file cannot be read, and waits for it no longer', async () => {
    server.answers(saveFeedback, { ticket });
    const gone = png('a');
    vi.spyOn(gone, 'slice').mockImplementation(() => {
      throw new DOMException('It was deleted', 'NotReadableError');
    });
    open();
    await fill();
    await add(gone);
    expect(await screen.findByText(/^This picture is damaged/)).toBeTruthy();
    await send();
    await screen.findByRole('heading', { name: 'Feedback sent' });
  });

  it('keeps everything after a network failure, and is retried as the same request', async () => {
    server.loses(saveFeedback);
    open();
    await fill();
    await add(png('a'));
    await screen.findByRole('img');
    await send();
    expect(await screen.findByText(/your words and pictures are still here/)).toBeTruthy();
    expect(words().value).toBe('The page stays white.');
    expect(pictures()).toHaveLength(1);

    const lost = server.sentTo(saveFeedback);
    server.answers(saveFeedback, { ticket });

    // Taps within half a second of the first are ignored.
    const again = async () => {
      if (screen.queryByRole('button', { name: 'Send feedback' })) await send();
      return screen.queryByRole('heading', { name: 'Feedback sent' });
    };

    await expect.poll(again).toBeTruthy();
    expect(
      new Set([...lost, ...server.sentTo(saveFeedback)].map(({ requestId }) => requestId)).size,
    ).toBe(1);
  });

  it('keeps the text as a draft, and not readable in the storage', async () => {
    open();
    await userEvent.type(words(), 'half a thought');
    expect(readDraft('feedback')).toMatchObject({ text: 'half a thought' });
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain(
      'half a thought',
    );
  });

  it('warns before Back discards pictures, and not otherwise', async () => {
    open();
    await add(png('a'));
    await screen.findByRole('img');

    const back = () => userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await back();

    const question = screen.getByRole('dialog', { name: 'Leave without sending?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Stay here' }));
    expect(pictures()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Picture 1 of 1' }));
    await back();
    expect(screen.getByText('at /noren')).toBeTruthy();
  });

  it('shows earlier feedback with the answers', async () => {
    const answered = {
      ...ticket,
      ticketNo: 'F261120AAAAAA',
      state: 'answered' as const,
      answer: 'Reload, please.',
    };
    server.answers(feedbackList, { details: [ticket, { ...answered, decidedAt: ticket.sentAt }] });
    open();

    const [first, second] = [
      await screen.findByRole('region', { name: 'Ticket F261124ABCDEF' }),
      screen.getByRole('region', { name: 'Ticket F261120AAAAAA' }),
    ];
    expect(within(first).getByText('Received')).toBeTruthy();
    expect(within(first).getByText(/We answer by 24\/12\/2026/)).toBeTruthy();
    expect(within(second).getByText('Answered')).toBeTruthy();
    expect(within(second).getByText('Reload, please.')).toBeTruthy();
  });

  it('in a link session shows earlier feedback only after a code', async () => {
    server.refuses(feedbackList, CODES.confirmByCode);
    location.hash = '#/feedback';
    open();
    fireEvent.click(await screen.findByRole('button', { name: /Confirm with a code to see it/ }));
    expect(location.hash).toBe('#/api-phone-check');
  });
});

describe('a ticket', () => {
  it('says who has it and until when, and passes an answer on that does not satisfy', async () => {
    const answered: Ticket = {
      ...ticket,
      state: 'answered',
      answer: 'No.',
      decidedAt: ticket.sentAt,
      levelDay: null,
      mayPassOn: true,
      regulator: { until: '2027-02-22' },
    };
    server.answers(feedbackList, { details: [answered] });
    server.answers(passFeedbackOn, { ticket });
    open();

    expect(await screen.findByText(/free of charge, until 22\/02\/2027/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'How to complain' }).getAttribute('href')).toBe(
      '/grievance',
    );
    server.answers(feedbackList, { details: [{ ...ticket, level: 'officer' }] });
    await userEvent.click(screen.getByRole('button', { name: 'Not satisfied: pass it on' }));

    expect(await screen.findByText('Passed on. You get another answer.')).toBeTruthy();
    expect(await screen.findByText(/With: Grievance officer of the lender/)).toBeTruthy();
    expect(server.listBodies(passFeedbackOn)).toEqual([{ ticketNo: ticket.ticketNo }]);
  });
});
