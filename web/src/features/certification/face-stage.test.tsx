import { checkLiveness, startLiveness } from '@noren/contract/certification';
import { CODES } from '@noren/contract/codes';
import type { Reason } from '@noren/contract/reasons';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { FaceStage } from './face-stage.tsx';

const TRANSACTION = '5d6b0f9c-6f0e-4a5e-9d53-2a4f6f6f7a01';
let server: ReturnType<typeof stubServer>;
const onDone = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('createImageBitmap', undefined);
  onDone.mockReset();
  server = stubServer();
  server.answers(startLiveness, { transactionId: TRANSACTION, poses: [], expiresInSeconds: 180 });
  server.answers(checkLiveness, { outcome: 'review', reason: null, pose: null, triesLeft: 0 });
});

afterEach(() => void vi.useRealTimers());

const open = () =>
  renderScreen(
    <FaceStage purpose="identity" stages={5} isSaving={false} onDone={onDone} />,
    '/facial-auth/step-one',
  );

const picture = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'face.jpg', {
  type: 'image/jpeg',
});

const upload = async () => userEvent.upload(screen.getByLabelText('Upload a picture'), picture);

describe('the face check without a camera', () => {
  it('takes one picture for a manual review, and continues', async () => {
    open();
    expect(screen.getByText(/cannot open the camera/)).toBeTruthy();
    await upload();
    expect(await screen.findByText('One of our staff will look at your picture')).toBeTruthy();
    expect(server.listBodies(startLiveness)).toEqual([{ mode: 'upload', purpose: 'identity' }]);
    expect(server.listBodies(checkLiveness)).toMatchObject([
      { transactionId: TRANSACTION, file: expect.any(Blob) },
    ]);
    expect(onDone).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('offers no picture where nobody looks at one', () => {
    const stage = <FaceStage purpose="card_code" isSaving={false} onDone={onDone} />;
    renderScreen(stage, '/send-again');
    expect(screen.getByText(/works only with the camera.*on a phone where it works/)).toBeTruthy();
    expect(screen.getByText(/Until then your limit and your loans stay/)).toBeTruthy();
    expect(screen.queryByLabelText('Upload a picture')).toBeNull();
    expect(screen.queryByText(/One of our staff then looks/)).toBeNull();
  });

  it('keeps the picture after a network failure, and repeats the same request', async () => {
    server.loses(checkLiveness);
    open();
    await upload();
    expect(await screen.findByText('The pictures were not sent')).toBeTruthy();
    server.answers(checkLiveness, { outcome: 'review', reason: null, pose: null, triesLeft: 0 });
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('One of our staff will look at your picture')).toBeTruthy();

    const ids = new Set(server.sentTo(checkLiveness).map(({ requestId }) => requestId));
    expect([server.sentTo(startLiveness).length, ids.size]).toEqual([1, 1]);
  });

  it('keeps unsent pictures only while the server takes them, and then says that the check starts again', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    server.loses(checkLiveness);
    open();
    await upload();
    expect((await screen.findByRole('timer')).textContent).toBe('Time left to send them: 3:00');
    act(() => void vi.advanceTimersByTime(47_000));
    expect(screen.getByRole('timer').textContent).toBe('Time left to send them: 2:13');
    act(() => void vi.advanceTimersByTime(133_000));
    expect(screen.getByText('The three minutes have ended')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.getByLabelText('Upload a picture')).toBeTruthy();
  });

  it('goes on when a new check shows that the earlier one had passed, its answer lost', async () => {
    server.refuses(startLiveness, CODES.conflict, 'already passed', { reason: 'liveness_passed' });
    open();
    await upload();
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(screen.queryByText('already passed')).toBeNull();
  });

  it('says what happens to the pictures while the result is awaited', async () => {
    open();

    let answer: (value: Response) => void = () => undefined;
    const answers = fetch;

    vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
      input.startsWith(checkLiveness.path)
        ? new Promise((resolve) => (answer = resolve))
        : answers(input, init),
    );
    await upload();

    const waiting = await screen.findByRole('region', { name: 'What happens now' });

    const states = () =>
      within(waiting)
        .getAllByRole('listitem')
        .map((step) => step.textContent);

    await waitFor(() => expect(states()[0]).toBe('The pictures are sent (done)'));
    expect(states()[1]).toBe(
      '2They are compared with your cardThis usually takes less than a minute',
    );
    expect(states()[2]).toBe('3The pictures are deleted');
    answer(
      new Response(
        JSON.stringify({
          code: 200,
          msg: 'OK',
          data: { outcome: 'passed', reason: null, pose: null, triesLeft: 3 },
        }),
      ),
    );
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  });

  it('shows what failed and how many attempts are left', async () => {
    server.answers(checkLiveness, {
      outcome: 'retry',
      reason: 'wrong_pose',
      pose: 'left',
      triesLeft: 2,
    });
    open();
    await upload();
    expect(await screen.findByText(/not clear: Turn your head to your left/)).toBeTruthy();
    expect(screen.getByText(/2 tries are left/)).toBeTruthy();
    expect(onDone).not.toHaveBeenCalled();
  });

  it('continues automatically when passed', async () => {
    server.answers(checkLiveness, { outcome: 'passed', reason: null, pose: null, triesLeft: 3 });
    open();
    await upload();
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  });

  it('requests nothing more while a manual review is running', async () => {
    server.refuses(startLiveness, CODES.conflict, 'in review', { reason: 'liveness_in_review' });
    open();
    await upload();
    expect(await screen.findByText('One of our staff will look at your picture')).toBeTruthy();
    expect(screen.queryByLabelText('Upload a picture')).toBeNull();
  });

  it.each<[Reason, string, string]>([
    ['liveness_expired', 'The three minutes have ended', 'this does not count as a try'],
    ['liveness_used', 'The face check was not finished', 'This face check is already decided.'],
    ['liveness_closed', 'The face check was not finished', 'A newer face check was started.'],
    ['liveness_unknown', 'The face check was not finished', 'This face check could not be found.'],
  ])('explains %s, and can be started again', async (reason, title, words) => {
    server.refuses(checkLiveness, CODES.conflict, words, { reason });
    open();
    await upload();
    expect((await screen.findByText(title)).closest('[role=status]')?.textContent).toContain(words);
    expect(screen.getByLabelText('Upload a picture')).toBeTruthy();
  });

  it('recognises an in-app browser', () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (Linux; Android 13; wv) Instagram 350.0',
    );
    open();
    expect(screen.getByText('Instagram does not let pages use the camera')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy the link' })).toBeTruthy();
  });
});

describe('the face check with a camera', () => {
  const getUserMedia = vi.fn();
  beforeEach(() => {
    Object.defineProperty(navigator, 'mediaDevices', {
      value: { getUserMedia },
      configurable: true,
    });
    Object.defineProperty(navigator, 'geolocation', { value: undefined, configurable: true });
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });

  afterEach(() => {
    getUserMedia.mockReset();
    Reflect.deleteProperty(navigator, 'mediaDevices');
    Reflect.deleteProperty(navigator, 'geolocation');
  });

  const start = () => userEvent.click(screen.getByRole('button', { name: 'Start the face check' }));
  const camera = () => within(screen.getByRole('dialog', { name: 'Face check' }));

  it('asks for the place before the camera opens, and "Next time" opens it', async () => {
    const geolocation = { getCurrentPosition: vi.fn() };
    Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
    getUserMedia.mockReturnValue(new Promise(() => undefined));
    open();
    await start();
    expect(
      await screen.findByRole('dialog', { name: 'May we use where this phone is?' }),
    ).toBeTruthy();
    expect(getUserMedia).not.toHaveBeenCalled();

    await userEvent.click(screen.getByRole('button', { name: 'Next time' }));
    expect(await screen.findByRole('dialog', { name: 'Face check' })).toBeTruthy();
    expect(geolocation.getCurrentPosition).not.toHaveBeenCalled();
  });

  it('explains the check before the camera opens', () => {
    open();
    expect(screen.getByText(/five small head movements.*about 20 seconds/)).toBeTruthy();
    expect(screen.getByText(/checked and then deleted/)).toBeTruthy();
    expect(getUserMedia).not.toHaveBeenCalled();
  });

  it('when the camera is denied, explains how to allow it, asks again and accepts one picture', async () => {
    getUserMedia.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    open();
    await start();
    expect(await camera().findByText('The camera is not allowed for this page')).toBeTruthy();
    expect(camera().getByText('Allow the camera in Safari')).toBeTruthy();
    await userEvent.click(camera().getByRole('button', { name: 'Try the camera again' }));
    await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
    await userEvent.upload(await camera().findByLabelText('Send one picture instead'), picture);
    expect(await screen.findByText('One of our staff will look at your picture')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('on a phone that cannot run it, takes one picture', async () => {
    getUserMedia.mockResolvedValue({ getTracks: () => [{ stop: vi.fn() }] });
    open();
    await start();
    expect(await camera().findByText('This phone cannot run the face check')).toBeTruthy();
    await userEvent.upload(camera().getByLabelText('Send one picture instead'), picture);
    expect(await screen.findByText('One of our staff will look at your picture')).toBeTruthy();
    expect(server.listBodies(startLiveness)).toEqual([{ mode: 'upload', purpose: 'identity' }]);
  });
});
