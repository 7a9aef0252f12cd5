import { CODES } from '@noren/contract/codes';
import {
  type DocumentGroup,
  type DocumentKind,
  documentList,
  viewDocument,
} from '@noren/contract/documents';
import { LANGUAGE_CODES } from '@noren/contract/languages';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activateLanguage } from '../../i18n/index.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { tapLater } from '../../testing/tap-later.ts';
import { DocumentsScreen } from './documents.tsx';

const at = Date.UTC(2026, 10, 24, 6);

const document = (kind: DocumentKind, documentId: string, amountPaise: number | null = null) => ({
  documentId,
  kind,
  at,
  amountPaise,
});

const repaid: DocumentGroup = {
  repayId: 'NABC1234567890',
  proposalNo: 'NK261124AAAAAAAAAA',
  productName: 'Noren 15',
  principalPaise: 10_000_00,
  at,
  documents: [
    document('closing', 'closing.NABC1234567890'),
    document('receipt', 'receipt.NABC1234567890.0197', 10_150_00),
    document('agreement', 'agreement.NABC1234567890'),
  ],
};

const offer: DocumentGroup = {
  ...repaid,
  repayId: null,
  proposalNo: 'NK261124BBBBBBBBBB',
  productName: 'Noren 7',
  principalPaise: 2_000_00,
  documents: [
    document('kfs', 'kfs.NK261124BBBBBBBBBB'),
    document('wording', 'wording.NK261124BBBBBBBBBB'),
  ],
};

let server: ReturnType<typeof stubServer>;
const saved: { name: string; text: Promise<string> }[] = [];

beforeEach(() => {
  server = stubServer();
  server.answers(documentList, { groups: [offer, repaid] });
  server.answers(viewDocument, {
    documentId: 'closing.NABC1234567890',
    kind: 'closing',
    language: 'en',
    fileName: 'noren-closing-nabc1234567890.pdf',
    mediaType: 'application/pdf',
    contentBase64: btoa('%PDF-1.7 a letter'),
    sha256: 'a'.repeat(64),
  });
  saved.length = 0;

  const files = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = `blob:${files.size}`;
    files.set(url, file as Blob);
    return url;
  });

  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({
      name: this.download,
      text: files.get(this.getAttribute('href') ?? '')?.text() ?? Promise.resolve(''),
    });
  });
});

afterEach(async () => {
  Reflect.deleteProperty(navigator, 'canShare');
  Reflect.deleteProperty(navigator, 'share');
  await activateLanguage('en');
});

const open = (path = '/documents') => renderScreen(<DocumentsScreen />, '/documents', path);

const groups = async () => {
  await screen.findByText('Every document of your loans, for you to keep.');
  return screen
    .getAllByRole('region')
    .filter((region) => region.getAttribute('aria-label')?.includes('₹'));
};

const openLetter = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /Closing letter/ }));
  return screen.findByRole('dialog', { name: 'Closing letter (no dues)' });
};

/** Stubs a browser that can share files. */
function sharesFiles(share: () => Promise<void>): void {
  Object.defineProperty(navigator, 'canShare', { configurable: true, value: () => true });
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
}

describe('the list', () => {
  it('is grouped by loan, each document with its name and date, a receipt with its amount', async () => {
    open();

    const [first, second] = await groups();
    expect(first?.getAttribute('aria-label')).toBe('Noren 7, ₹2,000, Offer, not accepted');
    expect(second?.getAttribute('aria-label')).toBe('Noren 15, ₹10,000, Order NABC1234567890');
    expect(
      within(second as HTMLElement)
        .getAllByRole('button')
        .map((row) => row.textContent),
    ).toEqual([
      'Closing letter (no dues)24/11/2026, 11:30',
      'Receipt24/11/2026, 11:30₹10,150.00',
      'Loan agreement24/11/2026, 11:30',
    ]);
  });

  it('can be limited to one loan, with a link to all', async () => {
    open('/documents?order=NABC1234567890');
    expect(await groups()).toHaveLength(1);
    await userEvent.click(screen.getByRole('link', { name: 'All documents' }));
    await waitFor(async () => expect(await groups()).toHaveLength(2));
  });

  it('of another user’s loan says so, with a link to the own documents', async () => {
    open('/documents?order=RSOMEBODYELSE');
    expect(await screen.findByRole('heading', { name: 'We do not know this order' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'All documents' }));
    await waitFor(async () => expect(await groups()).toHaveLength(2));
  });

  it('explains what it will contain while it is empty', async () => {
    server.answers(documentList, { groups: [] });
    open();
    expect(await screen.findByRole('heading', { name: 'No documents yet' })).toBeTruthy();
  });

  it.each(LANGUAGE_CODES)('has a name for every kind in %s', async (language) => {
    await activateLanguage(language);

    const kinds = [
      'kfs',
      'wording',
      'agreement',
      'addendum',
      'receipt',
      'statement',
      'closing',
    ] as const;
    server.answers(documentList, {
      groups: [
        { ...repaid, documents: kinds.map((kind) => document(kind, `${kind}.NABC1234567890`)) },
      ],
    });
    open();
    for (const row of await screen.findAllByRole('button', { name: /24\/11\/2026/ }))
      expect(row.textContent).not.toContain('docs.');
  });
});

describe('a document', () => {
  it('is saved under its name, byte for byte', async () => {
    open();

    const dialog = await openLetter();
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Save' }));
    expect(saved.map(({ name }) => name)).toEqual(['noren-closing-nabc1234567890.pdf']);
    expect(await saved[0]?.text).toBe('%PDF-1.7 a letter');
    expect(await screen.findByText('Saved as noren-closing-nabc1234567890.pdf')).toBeTruthy();
  });

  it('can be shared only if the browser can share files', async () => {
    open();

    const dialog = await openLetter();
    await within(dialog).findByRole('button', { name: 'Save' });
    expect(within(dialog).queryByRole('button', { name: 'Share' })).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));

    const share = vi.fn(async () => undefined);
    sharesFiles(share);
    tapLater(screen.getByRole('button', { name: /Clo/ }));

    const again = await screen.findByRole('dialog', { name: 'Closing letter (no dues)' });
    await userEvent.click(within(again).getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ files: [expect.any(File)] }));
  });

  // In this order, because a toast outlives its test.
  it.each([
    ['that the user gave up says nothing', new DOMException('no', 'AbortError'), 0],
    ['that fails says what to do instead', new DOMException('no', 'NotAllowedError'), 1],
  ])('shared in a way %s', async (_, failure, messages) => {
    sharesFiles(() => Promise.reject(failure));
    open();
    await userEvent.click(await within(await openLetter()).findByRole('button', { name: 'Share' }));
    await waitFor(() =>
      expect(screen.queryAllByText(/It could not be shared/)).toHaveLength(messages),
    );
  });

  it('says so when it cannot be opened', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    open();
    await userEvent.click(await within(await openLetter()).findByRole('button', { name: 'Open' }));
    expect(await screen.findByText(/Your browser did not open it/)).toBeTruthy();
  });

  it('shows why it could not be made, and can be retried', async () => {
    server.refuses(
      viewDocument,
      CODES.tooMany,
      'Too many tries. Please wait 20 seconds and try again.',
    );
    open();

    const dialog = await openLetter();
    const alert = await within(dialog).findByRole('alert');

    expect(alert.textContent).toContain('Please wait 20 seconds');
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(server.sentTo(viewDocument)).toHaveLength(2);
    expect(saved).toEqual([]);
  });

  it('is in the address, so that it is open again after a code', async () => {
    open('/documents?open=closing.NABC1234567890');
    expect(await screen.findByRole('dialog', { name: 'Closing letter (no dues)' })).toBeTruthy();
  });
});
