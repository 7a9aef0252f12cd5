import { CODES } from '@noren/contract/codes';
import { sendLostFile, startLostFace } from '@noren/contract/lost-phone';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { Reloadable, reloadPage } from '../../testing/reloadable.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServerSignedOut } from '../../testing/sign-in.ts';
import { useLocation, useNavigate } from '../../ui/routing/router.tsx';
import { LostPhoneProof } from './lost-phone-proof.tsx';

const PATH = '/lost-phone/proof';
const TICKET = 'A'.repeat(60);
const DUE_AT = Date.UTC(2026, 10, 25, 4, 30);

let server: ReturnType<typeof stubServerSignedOut>;

beforeEach(() => {
  server = stubServerSignedOut();
  server.answers(sendLostFile, { dueAt: DUE_AT });
});

/** The screen after the code, with what the server sealed. */
function open(takesFile: boolean): void {
  renderScreen(<Begun takesFile={takesFile} />, PATH);
}

function Begun({ takesFile }: { takesFile: boolean }) {
  const navigate = useNavigate();
  const isBegun = useLocation().state !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the screen before does
  useEffect(() => navigate(PATH, { state: { ticket: TICKET, takesFile }, replace: true }), []);

  return (
    isBegun && (
      <Reloadable>
        <LostPhoneProof />
      </Reloadable>
    )
  );
}

async function sendFile(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Use an Aadhaar e-KYC file' }));
  await chooseAndSend();
}

async function chooseAndSend(): Promise<void> {
  const file = new File(['PK'], 'offline.zip', { type: 'application/zip' });
  await userEvent.upload(screen.getByLabelText('Choose the ZIP file'), file);
  await userEvent.type(screen.getByLabelText('Share code'), 'aB3!');
  await userEvent.click(screen.getByRole('button', { name: 'Send the file' }));
}

it('begins again where nothing was proved in this browser', async () => {
  renderScreen(<LostPhoneProof />, PATH);
  expect(await screen.findByText('at /lost-phone')).toBeTruthy();
});

it('needs the camera for the face, and offers no file where none is taken', () => {
  open(false);
  expect(screen.getByText(/works only with the camera/)).toBeTruthy();
  expect(screen.queryByLabelText('Upload a picture')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Use an Aadhaar e-KYC file' })).toBeNull();
  expect(server.listBodies(startLostFace)).toEqual([]);
});

it('a file of the new number asks for the change, and says from when it signs in', async () => {
  open(true);
  await sendFile();

  expect(await screen.findByText('The new number signs in from 25/11/2026, 10:00')).toBeTruthy();
  expect(server.listBodies(sendLostFile)).toMatchObject([{ ticket: TICKET, shareCode: 'aB3!' }]);
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toBeTruthy();
});

it('shows after a reload what it showed: the file, then from when the number signs in', async () => {
  open(true);
  await userEvent.click(screen.getByRole('button', { name: 'Use an Aadhaar e-KYC file' }));
  reloadPage();
  await chooseAndSend();
  await screen.findByText('The new number signs in from 25/11/2026, 10:00');
  reloadPage();
  expect(screen.getByText('The new number signs in from 25/11/2026, 10:00')).toBeTruthy();
});

it('says why a file proves nothing, and keeps it chosen', async () => {
  const words = 'The file names another mobile number.';
  server.refuses(sendLostFile, CODES.invalidInput, words, { reason: 'file_mobile' });
  open(true);
  await sendFile();

  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText(/offline\.zip/)).toBeTruthy();
});
