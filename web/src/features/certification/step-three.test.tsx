import { saveContacts, viewContacts } from '@noren/contract/certification';
import { dictionary } from '@noren/contract/dictionary';
import { UserStatus } from '@noren/core/people/status';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import type { stubServer } from '../../testing/server-stub.ts';
import { stubServerSignedOut } from '../../testing/sign-in.ts';
import { tapAt } from '../../testing/tap-place.ts';
import { StepThree } from './step-three.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServerSignedOut();
  server.answers(viewContacts, { contacts: [] });
  server.answers(dictionary, {
    details: [
      { code: 'parent', name: 'Parent' },
      { code: 'friend', name: 'Friend' },
    ],
  });
  server.answers(saveContacts, { bizStatus: UserStatus.bankAccountDue });
});

const open = async () => {
  renderScreen(<StepThree />, '/facial-auth/step-three');
  await screen.findByRole('region', { name: 'Contact 1' });
};

const contact = (number: number) =>
  within(screen.getByRole('region', { name: `Contact ${number}` }));
const phone = (number: number) =>
  contact(number).getByRole<HTMLInputElement>('textbox', { name: 'Mobile number' });

async function fill(number: number, relation: string, name: string, digits: string) {
  await tapAt(await contact(number).findByRole('radio', { name: relation }));
  expect(document.activeElement).toBe(contact(number).getByRole('textbox', { name: 'Name' }));
  await userEvent.type(contact(number).getByRole('textbox', { name: 'Name' }), name);
  await userEvent.type(phone(number), digits);
}

const relation = (name: string) => contact(1).findByRole<HTMLInputElement>('radio', { name });
const save = (name = 'Save and continue') => userEvent.click(screen.getByRole('button', { name }));

describe('the emergency contacts', () => {
  it('are typed by hand, without the phone’s contacts or autofill', async () => {
    const select = vi.fn();
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { contacts: { select } }));
    await open();
    for (const box of screen.getAllByRole('textbox'))
      expect(box.getAttribute('autocomplete')).toBe('off');
    await fill(1, 'Parent', 'Ramesh Rao', '98765 43210');
    await fill(2, 'Friend', 'Sita Nair', '+91 9876543211');
    await save();
    await screen.findByText('at /facial-auth/step-four');
    expect(select).not.toHaveBeenCalled();
    expect(server.sentTo(viewContacts)).toHaveLength(1);
    expect(server.listBodies(saveContacts)).toEqual([
      {
        contacts: [
          { relationship: 'parent', name: 'Ramesh Rao', phone: '9876543210' },
          { relationship: 'friend', name: 'Sita Nair', phone: '9876543211' },
        ],
      },
    ]);
    vi.unstubAllGlobals();
  });

  it('must be two people other than the borrower', async () => {
    server.refuses(saveContacts, 400, 'Look again.', {
      fields: [{ path: 'contacts.0.phone', problem: 'own' }],
    });
    await open();
    await fill(1, 'Parent', 'Ramesh Rao', '9876543210');
    await fill(2, 'Friend', 'Sita Nair', '9876543210');
    await save();
    expect(screen.getAllByText(/another number than the first/)).toHaveLength(2);
    expect(server.sentTo(saveContacts)).toEqual([]);
    await userEvent.type(phone(2), '{backspace}5');
    // A second tap within half a second is ignored.
    await waitFor(
      async () => {
        await save();
        expect(screen.getAllByText(/This is your own number/)).toHaveLength(2);
      },
      { interval: 100 },
    );
  });

  it('are restored after a reload', async () => {
    await open();
    await fill(1, 'Parent', 'Ramesh Rao', '9876543210');
    cleanup();
    await open();
    expect(phone(1).value).toBe('9876543210');
    expect((await relation('Parent')).checked).toBe(true);
  });

  it('asks for the relationship, nothing chosen; an arrow key passes over the choices', async () => {
    await open();
    expect((await relation('Parent')).checked).toBe(false);
    await tapAt(await relation('Parent'));
    expect(document.activeElement).toBe(contact(1).getByRole('textbox', { name: 'Name' }));

    await userEvent.tab({ shift: true });
    expect(document.activeElement).toBe(await relation('Parent'));
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(await relation('Friend'));
    expect((await relation('Friend')).checked).toBe(true);
  });

  it('says that the relationships did not load, and loads them again', async () => {
    server.refuses(dictionary, 500, 'Something went wrong');
    await open();
    await contact(1).findByText(
      'The list could not be loaded. Check your connection and try again.',
    );
    server.answers(dictionary, { details: [{ code: 'parent', name: 'Parent' }] });
    await userEvent.click(contact(1).getByRole('button', { name: 'Try again' }));
    await relation('Parent');
  });

  it('are shown masked once saved; a changed one is typed again', async () => {
    server.answers(viewContacts, {
      contacts: [
        { relationship: 'parent', name: 'Ramesh Rao', maskedPhone: '98•••••210' },
        { relationship: 'friend', name: 'Sita Nair', maskedPhone: '98•••••211' },
      ],
    });
    await open();
    expect(contact(1).getByText(/98•••••210/)).toBeTruthy();
    expect(phone(1).value).toBe('');
    await save('Save changes');
    expect(server.sentTo(saveContacts)).toEqual([]);
    expect(screen.getByRole('link', { name: 'Keep them as they are' }).getAttribute('href')).toBe(
      '/identity-auth',
    );
  });
});
