import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FaceCamera } from './face-camera.tsx';

beforeEach(() => {
  const getUserMedia = () => new Promise(() => undefined);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

it.each([
  ['offers a picture', vi.fn(), /send one picture instead/],
  ['offers none where none is taken', undefined, /^Check your connection and try again\.$/],
] as const)('without the face engine it %s', (_, onUpload, words) => {
  render(
    <FaceCamera
      engine={{ share: 0, fault: 'network', retry: vi.fn() }}
      begin={vi.fn()}
      error={null}
      onFrames={vi.fn()}
      onUpload={onUpload}
      onClose={vi.fn()}
    />,
  );

  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryAllByLabelText('Send one picture instead')).toHaveLength(onUpload ? 1 : 0);
});
