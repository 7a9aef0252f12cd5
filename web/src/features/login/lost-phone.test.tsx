import { CODES } from '@noren/contract/codes';
import { beginLostPhone, sendLostPhoneCode } from '@noren/contract/lost-phone';
import { consentTexts } from '@noren/core/people/consent';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { DataProvider } from '../../api/hooks.tsx';
import { clearDraft, holdDraftInMemory, readDraft } from '../../session/drafts.ts';
import { MemoryRouter } from '../../testing/memory-router.tsx';
import { Reloadable, reloadPage } from '../../testing/reloadable.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServerSignedOut } from '../../testing/sign-in.ts';
import { Route, Routes, useLocation, useNavigate } from '../../ui/routing/router.tsx';
import { LostPhoneScreen } from './lost-phone.tsx';

const OTP_REF = '00000000-0000-7000-8000-000000000001';
const PAN = 'ABCPK1234L';

let server: ReturnType<typeof stubServerSignedOut>;

beforeEach(() => {
  server = stubServerSignedOut();
  server.answers(sendLostPhoneCode, {
    otpRef: OTP_REF,
    resendAfterSeconds: 60,
    expiresInSeconds: 300,
  });
  server.answers(beginLostPhone, { ticket: 'A'.repeat(60), takesFile: true });
  clearDraft('lost-phone');
  renderScreen(
    <Reloadable>
      <LostPhoneScreen />
    </Reloadable>,
    '/lost-phone',
  );
});

/** The screen, opened from the sign-in screen, in a browser with a button for Back. */
function renderWithBack(): void {
  render(
    <DataProvider>
      <MemoryRouter initialEntries={['/login', '/lost-phone']}>
        <Routes>
          <Route path="/lost-phone" element={<LostPhoneScreen />} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
    </DataProvider>,
  );
}

function Elsewhere() {
  const navigate = useNavigate();
  return (
    <>
      <p>at {useLocation().pathname}</p>
      <button type="button" onClick={() => navigate(-1)}>
        Back of the browser
      </button>
    </>
  );
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function typeNumbers(oldPhone = '98765 43210', phone = '97654 24321'): void {
  type('Old mobile number', oldPhone);
  type('PAN', PAN);
  type('New mobile number', phone);
}

async function enterCode(code: string, button = 'Send code'): Promise<void> {
  fireEvent.click(screen.getByRole('checkbox'));
  await press(button);
  fireEvent.change(await screen.findByRole('textbox', { name: 'Verification code' }), {
    target: { value: code },
  });
}

it('asks for the account and the new number’s code, then for the proof', async () => {
  typeNumbers();
  await enterCode('1234');

  expect(await screen.findByText('at /lost-phone/proof')).toBeTruthy();
  expect(server.listBodies(sendLostPhoneCode)).toEqual([{ phone: '9765424321' }]);
  expect(server.listBodies(beginLostPhone)).toEqual([
    {
      oldPhone: '9876543210',
      pan: PAN,
      phone: '9765424321',
      otpRef: OTP_REF,
      code: '1234',
      agreedVersion: consentTexts.face_check.textVersion,
    },
  ]);
});

it('Back from the proof leaves the flow: the form of numbers is not shown again', async () => {
  cleanup();
  renderWithBack();
  typeNumbers();
  await enterCode('1234');
  await screen.findByText('at /lost-phone/proof');

  await press('Back of the browser');
  expect(screen.getByText('at /login')).toBeTruthy();
});

it('sends no code before the face check is agreed to, nor to the old number', async () => {
  typeNumbers('98765 43210', '98765 43210');
  await press('Send code');

  expect(screen.getAllByText('Please agree, so that we may compare your face')).not.toEqual([]);
  expect(screen.getAllByText('This is the old number. Enter the new one')).not.toEqual([]);
  expect(server.listBodies(sendLostPhoneCode)).toEqual([]);
});

it('keeps the numbers over a reload, but not the PAN', () => {
  typeNumbers();
  expect(readDraft('lost-phone')).toEqual({
    oldPhone: '9876543210',
    phone: '9765424321',
    sentTo: '',
  });
});

it('takes the code in hand after a reload, once the PAN is typed again', async () => {
  typeNumbers();
  fireEvent.click(screen.getByRole('checkbox'));
  await press('Send code');
  await screen.findByRole('textbox', { name: 'Verification code' });

  holdDraftInMemory('lost-phone', {});
  reloadPage();
  type('PAN', PAN);
  await enterCode('1234', 'Enter the code');

  expect(await screen.findByText('at /lost-phone/proof')).toBeTruthy();
  expect(server.listBodies(sendLostPhoneCode)).toHaveLength(1);
  expect(server.listBodies(beginLostPhone)).toMatchObject([
    { oldPhone: '9876543210', pan: PAN, phone: '9765424321', otpRef: OTP_REF, code: '1234' },
  ]);
});

it('goes back from the code to the numbers', async () => {
  typeNumbers();
  fireEvent.click(screen.getByRole('checkbox'));
  await press('Send code');
  await screen.findByRole('textbox', { name: 'Verification code' });
  await press('Back');
  expect(screen.getByLabelText<HTMLInputElement>('New mobile number').value).toBe('9765424321');
});

it('says why the code is refused, and stays', async () => {
  const words = 'This number has an account already.';
  server.refuses(beginLostPhone, CODES.conflict, words, { reason: 'phone_taken' });
  typeNumbers();
  await enterCode('1234');

  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Verification code' })).toBeTruthy();
});
