import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CameraView } from './camera-view.tsx';

const stop = vi.fn();
const getUserMedia = vi.fn();

beforeEach(() => {
  stop.mockReset();
  getUserMedia.mockReset();
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(() => undefined);
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

const open = () =>
  render(
    <CameraView
      title="PAN card"
      hint="Fit the card"
      looksForCode={false}
      onPicture={vi.fn()}
      onClose={vi.fn()}
    />,
  );

describe('the camera', () => {
  it('runs while its page is visible and stops when it is closed', async () => {
    getUserMedia.mockResolvedValue({ getTracks: () => [{ stop }] });
    open();
    await expect
      .poll(() => screen.getByRole<HTMLButtonElement>('button', { name: 'Take a photo' }).disabled)
      .toBe(false);
    expect(getUserMedia.mock.calls[0]?.[0].video.facingMode).toBe('environment');
    expect(stop).not.toHaveBeenCalled();
    cleanup();
    expect(stop).toHaveBeenCalledOnce();
  });

  it('stops a stream granted after it was closed', async () => {
    const pending = Promise.withResolvers<unknown>();
    getUserMedia.mockReturnValue(pending.promise);
    open();
    cleanup();
    await act(async () => pending.resolve({ getTracks: () => [{ stop }] }));
    expect(stop).toHaveBeenCalledOnce();
  });

  it('when denied, explains how to allow it and accepts an upload', async () => {
    getUserMedia.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    open();
    expect(await screen.findByText('The camera is not allowed for this page')).toBeTruthy();
    expect(screen.getByLabelText('Upload a picture')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Take a photo' })).toBeNull();
  });
});
