import { readDocument } from '@noren/contract/certification';
import { userStatus } from '@noren/contract/login';
import { UserStatus } from '@noren/core/people/status';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { tapLater } from '../../testing/tap-later.ts';
import { DocumentStage } from './document-stage.tsx';

let server: ReturnType<typeof stubServer>;
const onRead = vi.fn();
const onNext = vi.fn();

const READ = {
  type: 'panFront' as const,
  isRead: true,
  fields: { pan: 'ABCPK1234L', name: 'ASHA RAO' },
  confidence: 90,
  uncertain: ['name'],
  code: 'absent' as const,
};

beforeEach(() => {
  sessionStorage.clear();
  onRead.mockClear();
  onNext.mockClear();
  server = stubServer();
  server.answers(readDocument, READ);
  vi.stubGlobal('createImageBitmap', async () => ({
    width: 1200,
    height: 800,
    close: () => undefined,
  }));
  URL.createObjectURL = () => 'data:,';
  URL.revokeObjectURL = () => undefined;
});

function show(isAlreadyRead = false, isUnread = false): void {
  renderScreen(
    <DocumentStage
      {...{ type: 'panFront', number: 1, stages: 5, isAlreadyRead, isUnread, onRead, onNext }}
      readsCodes={false}
    />,
    '/facial-auth/step-one',
  );
}

it.each([
  [false, 'The side of your Aadhaar card with your address'],
  [true, 'The side of your Aadhaar card with your address and the QR code'],
])('where codes are read (%s) the sample names the code', (readsCodes, words) => {
  renderScreen(
    <DocumentStage
      {...{ type: 'aadhaarBack', isAlreadyRead: false, isUnread: false, onRead, onNext }}
      readsCodes={readsCodes}
    />,
    '/facial-auth/step-one',
  );
  expect(screen.getByText(words)).toBeTruthy();
});

/** A small JPEG whose header states 1200 × 800. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 3, 32, 4, 176, 3, 0, 0, 0, 0]);

const choose = (content: Uint8Array | string, name = 'card.jpg') =>
  userEvent.upload(
    screen.getByLabelText(/^(Upload a picture|Choose another picture)$/),
    new File([content as BlobPart], name, { type: 'image/jpeg' }),
  );

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const filesSent = () =>
  server.sentTo(readDocument).map(({ body }) => (body as { file: Blob }).file.size);

describe('a card', () => {
  it('is shown and read at once, and its doubtful fields are marked', async () => {
    show();
    await choose(JPEG);
    await screen.findByRole('img', { name: 'The picture you chose' });
    expect(await screen.findByText('ABCPK1234L')).toBeTruthy();
    expect(screen.getByText('Please check these fields')).toBeTruthy();
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Full name please check',
      'PAN ',
    ]);
    expect(filesSent()).toEqual([JPEG.length]);
    expect(onRead).toHaveBeenCalledOnce();
    // The next button replaces the last one in place: a second tap within half a second is ignored.
    tapLater(screen.getByRole('button', { name: 'Next' }));
    expect(onNext).toHaveBeenCalledOnce();
  });

  it.each([
    ['read', 'Read from the code on your card', null],
    ['not_found', 'We read this from your card', 'The code on this card could not be read'],
    ['absent', 'We read this from your card', null],
  ] as const)('says of a code that is %s what it means', async (code, title, missing) => {
    server.answers(readDocument, { ...READ, type: 'aadhaarBack', uncertain: [], code });
    show();
    await choose(JPEG);

    expect(await screen.findByText(title)).toBeTruthy();
    const words = screen.queryByText(/^The code on this card/);
    expect(words?.textContent ?? null).toBe(missing);
  });

  it('without doubtful fields asks for no check', async () => {
    server.answers(readDocument, { ...READ, uncertain: ['birthDay'] });
    show();
    await choose(JPEG);
    expect(await screen.findByText('We read this from your card')).toBeTruthy();
    expect(screen.queryByText(/check/i)).toBeNull();
  });

  it.each([
    [
      'a PDF named as a picture',
      '%PDF-1.7',
      'A PDF cannot be read here. Please take a photo of the card, or choose one.',
    ],
    ['an empty file', '', 'The file is empty. Please take the picture again.'],
  ])(
    '%s is refused on the phone, with what to do, and nothing is sent',
    async (_, content, words) => {
      show();
      await choose(content);
      expect(await screen.findByText(words)).toBeTruthy();
      expect(screen.getByLabelText('Take a photo')).toBeTruthy();
      expect(screen.getByLabelText('Choose another picture')).toBeTruthy();
      expect(filesSent()).toEqual([]);
      expect(screen.queryByText('Talk to customer service')).toBeNull();
    },
  );

  it('rejected shows the server’s reason; after the second rejection help is offered', async () => {
    server.refuses(readDocument, 400, 'Hold the phone still.', { reason: 'blurred' });
    show();

    for (const bytes of [JPEG, new Uint8Array([...JPEG, 1])]) {
      expect(screen.queryByText('Talk to customer service')).toBeNull();
      await choose(bytes);

      const reason = await screen.findByText('Hold the phone still.');
      // The picture comes first, with its fault.
      const picture = screen.getByRole('img', { name: 'The picture you chose' });

      expect(picture.compareDocumentPosition(reason)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      expect(picture.parentElement?.textContent).toContain('Blurred');
    }

    expect(screen.getByText('Talk to customer service')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  it('is marked where it is too bright, in words too', async () => {
    const place = { left: 0.6, top: 0.1, width: 0.3, height: 0.2 };
    server.refuses(readDocument, 400, 'Tilt the card.', { reason: 'too_bright', place });
    show();
    await choose(JPEG);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Tilt the card. Marked on the picture: upper right.',
    );

    const picture = screen.getByRole<HTMLImageElement>('img', { name: 'The picture you chose' });
    Object.defineProperties(picture, {
      naturalWidth: { value: 1200 },
      naturalHeight: { value: 800 },
    });
    fireEvent.load(picture);

    const marks = picture.parentElement?.querySelectorAll('rect') ?? [];
    expect(marks).toHaveLength(2);

    for (const mark of marks)
      expect(['x', 'y', 'width', 'height'].map((side) => Number(mark.getAttribute(side)))).toEqual([
        720, 80, 360, 160,
      ]);
  });

  it.each([
    ['code_altered', 'Code not accepted'],
    ['code_missing', 'No code could be read'],
  ] as const)('refused for its code is not called unreadable: %s', async (reason, words) => {
    server.refuses(readDocument, 400, 'Send your original card.', { reason });
    show();
    await choose(JPEG);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByText('Cannot be read')).toBeNull();
  });

  it('that cannot be read can be skipped once the server allows it: the same picture is sent as the last', async () => {
    server.refuses(readDocument, 400, 'Hold the phone still.', {
      reason: 'blurred',
      mayGoOn: true,
    });
    show();
    await choose(JPEG);

    const goOn = await screen.findByRole('button', { name: /^Go on without a readable picture/ });
    server.answers(readDocument, { ...READ, isRead: false, fields: {}, uncertain: [] });
    tapLater(goOn);
    expect(await screen.findByText('You can go on without a readable picture')).toBeTruthy();

    const sent = server
      .sentTo(readDocument)
      .map(({ body }) => (body as { isLastTry?: string }).isLastTry);
    expect(sent).toEqual([undefined, 'true']);
    expect(filesSent()).toEqual([JPEG.length, JPEG.length]);
    expect(onRead).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Next' })).toBeTruthy();
  });

  it('that was skipped says so when it is opened again', () => {
    show(true, true);
    expect(screen.getByText('You can go on without a readable picture')).toBeTruthy();
    expect(screen.queryByText('This card has been read')).toBeNull();
  });

  it('stays on the screen after a lost request, and a retry repeats the same request', async () => {
    server.loses(readDocument);
    show();
    await choose(JPEG);
    expect(await screen.findByText('The picture was not sent')).toBeTruthy();
    expect(screen.getByText(/Your picture is kept on this screen/)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'The picture you chose' })).toBeTruthy();
    server.answers(readDocument, READ);
    tapLater(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('ABCPK1234L')).toBeTruthy();

    const [first, second] = server.sentTo(readDocument);
    expect(first?.requestId).toBeTruthy();
    expect(second?.requestId).toBe(first?.requestId);
    expect(new Set(filesSent())).toEqual(new Set([JPEG.length]));
  });

  it('shows the upload’s progress, and can be cancelled without losing the picture', async () => {
    const aborted = vi.fn();

    // The upload stops at three quarters.
    class Hanging {
      upload: { onprogress?: (event: object) => void } = {};
      onabort?: () => void;
      onloadend?: () => void;
      open = vi.fn();
      setRequestHeader = vi.fn();
      send(): void {
        this.upload.onprogress?.({ lengthComputable: true, loaded: 3, total: 4 });
      }
      abort(): void {
        aborted();
        this.onabort?.();
        this.onloadend?.();
      }
    }

    vi.stubGlobal('XMLHttpRequest', Hanging);
    show();
    await choose(JPEG);

    const bar = await screen.findByRole('progressbar', { name: 'Sending the picture…' });
    expect(bar.getAttribute('aria-valuenow')).toBe('75');
    expect(
      screen.getByRole('button', { name: 'Reading the card…' }).getAttribute('aria-busy'),
    ).toBe('true');
    await press('Stop sending');
    expect(aborted).toHaveBeenCalledOnce();
    expect(screen.getByRole('img', { name: 'The picture you chose' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Use this picture' })).toBeTruthy();
  });

  it('after the step was closed in another tab links to the next step', async () => {
    server.refuses(readDocument, 409, 'This step is not open.', { reason: 'step' });
    server.answers(userStatus, { bizStatus: UserStatus.certified, serverTimeMs: 0 } as never);
    show();
    await choose(JPEG);
    await userEvent.click(await screen.findByRole('link', { name: 'See your loans' }));
    expect(await screen.findByText('at /home')).toBeTruthy();
  });

  it('read before can be kept or taken again', async () => {
    show(true);
    expect(screen.getByText('This card has been read')).toBeTruthy();
    expect(screen.getByLabelText('Take again')).toBeTruthy();
    await choose(JPEG);
    expect(await screen.findByText('ABCPK1234L')).toBeTruthy();
  });
});
