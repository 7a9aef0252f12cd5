import { type Message, messageCentre, readMessages } from '@noren/contract/support';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { MessagesScreen } from './messages.tsx';

let server: ReturnType<typeof stubServer>;

const message = (number: number, more: Partial<Message> = {}): Message => ({
  messageId: `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`,
  title: `Message ${number}`,
  text: `What message ${number} says.`,
  sentAt: Date.parse('2026-11-24T04:30:00Z'),
  isRead: true,
  place: 'none',
  repayId: null,
  ...more,
});

beforeEach(() => {
  server = stubServer();
  server.answers(readMessages, { unread: 0 });
});

const open = () => renderScreen(<MessagesScreen />, '/messages');

describe('the message centre', () => {
  it('links each message to its subject, and marks the new ones as read once', async () => {
    const details = [
      message(3, { isRead: false, place: 'repay', repayId: 'RABC1234567890' }),
      message(2, { isRead: false, place: 'order', repayId: 'RABC1234567890' }),
      message(1),
    ];
    server.answers(messageCentre, { details, hasMore: false, unread: 2 });
    open();
    const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await href('Message 3')).toBe('/repay/RABC1234567890');
    expect(await href('Message 2')).toBe('/order?id=RABC1234567890');
    expect(screen.queryByRole('link', { name: 'Message 1' })).toBeNull();
    await expect.poll(() => server.bodiesOf(readMessages)).toEqual([{ upTo: message(3).messageId }]);
    expect(screen.getAllByText('New')).toHaveLength(2);
  });

  it('shows older ones a page at a time', async () => {
    server.answers(messageCentre, ({ body }) => {
      const isFirst = (body as { before?: string }).before === undefined;
      return { details: [message(isFirst ? 2 : 1)], hasMore: isFirst, unread: 0 };
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show older messages' }));
    expect(await screen.findByText('Message 1')).toBeTruthy();
    expect(server.bodiesOf(messageCentre)).toEqual([{}, { before: message(2).messageId }]);
    expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull();
    expect(server.sentTo(readMessages)).toEqual([]);
  });

  it('says when there is none yet, and when it did not load', async () => {
    server.answers(messageCentre, { details: [], hasMore: false, unread: 0 });
    open();
    expect(await screen.findByText('No messages yet')).toBeTruthy();
  });

  it('offers to try again where it did not load', async () => {
    server.refuses(messageCentre, 500, 'Something went wrong on our side.');
    open();
    expect(await screen.findByText('Something went wrong on our side.')).toBeTruthy();
    server.answers(messageCentre, { details: [message(1)], hasMore: false, unread: 0 });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Message 1')).toBeTruthy();
  });
});
