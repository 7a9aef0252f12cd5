import { type Notification, notificationCentre, readNotifications } from '@noren/contract/support';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { NotificationsScreen } from './notifications.tsx';

let server: ReturnType<typeof stubServer>;

const notification = (number: number, more: Partial<Notification> = {}): Notification => ({
  notificationId: `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`,
  title: `Notification ${number}`,
  text: `What notification ${number} says.`,
  sentAt: Date.parse('2026-11-24T04:30:00Z'),
  isRead: true,
  screen: 'none',
  repayId: null,
  ...more,
});

beforeEach(() => {
  server = stubServer();
  server.answers(readNotifications, { unread: 0 });
});

const open = () => renderScreen(<NotificationsScreen />, '/messages');

describe('the notification centre', () => {
  it('links each notification to its subject, and marks the new ones as read once', async () => {
    const details = [
      notification(3, { isRead: false, screen: 'repay', repayId: 'RABC1234567890' }),
      notification(2, { isRead: false, screen: 'order', repayId: 'RABC1234567890' }),
      notification(1),
    ];
    server.answers(notificationCentre, { details, hasMore: false, unread: 2 });
    open();

    const href = async (name: string) =>
      (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await href('Notification 3')).toBe('/repay/RABC1234567890');
    expect(await href('Notification 2')).toBe('/order?id=RABC1234567890');
    expect(screen.queryByRole('link', { name: 'Notification 1' })).toBeNull();
    await expect
      .poll(() => server.listBodies(readNotifications))
      .toEqual([{ upTo: notification(3).notificationId }]);
    expect(screen.getAllByText('New')).toHaveLength(2);
  });

  it('shows older ones a page at a time', async () => {
    server.answers(notificationCentre, ({ body }) => {
      const isFirst = (body as { before?: string }).before === undefined;
      return { details: [notification(isFirst ? 2 : 1)], hasMore: isFirst, unread: 0 };
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show older messages' }));
    expect(await screen.findByText('Notification 1')).toBeTruthy();
    expect(server.listBodies(notificationCentre)).toEqual([
      {},
      { before: notification(2).notificationId },
    ]);
    expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull();
    expect(server.sentTo(readNotifications)).toEqual([]);
  });

  it('says when there is none yet, and when it did not load', async () => {
    server.answers(notificationCentre, { details: [], hasMore: false, unread: 0 });
    open();
    expect(await screen.findByText('No messages yet')).toBeTruthy();
  });

  it('offers to try again where it did not load', async () => {
    server.refuses(notificationCentre, 500, 'Something went wrong on our side.');
    open();
    expect(await screen.findByText('Something went wrong on our side.')).toBeTruthy();
    server.answers(notificationCentre, { details: [notification(1)], hasMore: false, unread: 0 });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Notification 1')).toBeTruthy();
  });
});
