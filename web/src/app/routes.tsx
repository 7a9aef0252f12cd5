import { type ComponentType, useLayoutEffect } from 'react';
import { readBoot } from '../api/boot.ts';
import { restoreScroll } from '../api/confirm.ts';
import { Login } from '../features/login/login.tsx';
import { NorenScreen } from '../features/pages/noren.tsx';
import { loadAllTexts, loadDailyTexts } from '../i18n/index.ts';
import { restoreDrafts } from '../session/drafts.ts';
import type { ScreenPurpose } from '../shared/consent/consent-prompt.tsx';
import { Loader } from '../ui/feedback/loader.tsx';
import { createResource, useResource } from '../ui/routing/resource.ts';
import { matchPath, Navigate, Route, Routes, useLocation } from '../ui/routing/router.tsx';
import { Guard } from './guards.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

/** A screen, and a function that loads it before the guard lets the user in. */
type ScreenType = ComponentType & { preload?: () => Promise<unknown> };

/**
 * The screen of each path. To add one, add a line here:
 * `screen(() => import('../features/<feature>/<file>.tsx'), 'Name')` loads it on its first visit; a
 * purpose after the name asks for that consent first. The first two screens are part of the first
 * load. A screen sets its title with its Page.
 */
const SCREENS: Record<string, ScreenType> = {
  '/noren': NorenScreen,
  '/login': Login,
  '/api-phone-check': screen(() => import('../features/login/confirm.tsx'), 'Confirm'),
  '/identity-auth': screen(
    () => import('../features/certification/identity-auth.tsx'),
    'IdentityAuth',
  ),
  '/survey': screen(
    () => import('../features/certification/survey.tsx'),
    'Survey',
    'questionnaire',
  ),
  '/facial-auth/step-one': screen(
    () => import('../features/certification/step-one.tsx'),
    'StepOne',
    'identity_documents',
  ),
  '/facial-auth/step-two': screen(
    () => import('../features/certification/step-two.tsx'),
    'StepTwo',
    'personal_information',
  ),
  '/facial-auth/step-three': screen(
    () => import('../features/certification/step-three.tsx'),
    'StepThree',
    'contacts',
  ),
  '/facial-auth/step-four': screen(() => import('../features/bank/step-four.tsx'), 'StepFour'),
  '/modify-bank-info': screen(
    () => import('../features/bank/modify-bank-info.tsx'),
    'ModifyBankInfo',
  ),
  '/modify-bank-info/face-check': screen(
    () => import('../features/certification/account-face-check.tsx'),
    'AccountFaceCheck',
    'face_check',
  ),
  '/phone-number': screen(() => import('../features/login/phone-number.tsx'), 'PhoneNumberScreen'),
  '/phone-number/face-check': screen(
    () => import('../features/certification/account-face-check.tsx'),
    'PhoneFaceCheck',
    'face_check',
  ),
  '/email': screen(() => import('../features/login/email.tsx'), 'EmailScreen'),
  '/stop-emails': screen(() => import('../features/pages/stop-emails.tsx'), 'StopEmails'),
  '/phone-number/card': screen(
    () => import('../features/certification/account-face-check.tsx'),
    'PhoneCardProof',
  ),
  '/lost-phone': screen(() => import('../features/login/lost-phone.tsx'), 'LostPhoneScreen'),
  '/lost-phone/proof': screen(
    () => import('../features/certification/account-face-check.tsx'),
    'LostPhoneProof',
  ),
  '/send-again': screen(() => import('../features/certification/step-one.tsx'), 'SendAgain'),
  '/privacy-policy': screen(() => import('../features/pages/privacy-policy.tsx'), 'PrivacyPolicy'),
  '/grievance': screen(() => import('../features/pages/grievance.tsx'), 'Grievance'),
  '/rate-card': screen(() => import('../features/pages/rate-card.tsx'), 'RateCard'),
  '/fair-practice': screen(() => import('../features/pages/fair-practice.tsx'), 'FairPractice'),
  '/customer-service': screen(
    () => import('../features/pages/customer-service.tsx'),
    'CustomerService',
  ),
  '/test': screen(() => import('../features/pages/device-test.tsx'), 'DeviceTest'),
  '/home': daily(() => import('../features/loans/home.tsx'), 'HomeScreen'),
  '/loan': screen(() => import('../features/loans/loan.tsx'), 'LoanScreen'),
  '/coupon': screen(() => import('../features/coupons/coupon.tsx'), 'CouponScreen'),
  '/order': daily(() => import('../features/orders/order.tsx'), 'OrderScreen'),
  '/repay/:repayId': daily(() => import('../features/repayment/repay.tsx'), 'RepayScreen'),
  '/pay/:token': screen(() => import('../features/channels/payment-link.tsx'), 'PaymentLinkScreen'),
  '/upload-voucher': screen(
    () => import('../features/repayment/upload-proof.tsx'),
    'UploadProofScreen',
  ),
  '/sky-scan': screen(() => import('../features/channels/sky-scan.tsx'), 'SkyScanScreen'),
  '/sky-code': screen(() => import('../features/channels/sky-code.tsx'), 'SkyCodeScreen'),
  '/sky-offline': screen(() => import('../features/channels/sky-offline.tsx'), 'SkyOfflineScreen'),
  '/sky-eleven': screen(() => import('../features/channels/sky-eleven.tsx'), 'SkyElevenScreen'),
  '/store': screen(() => import('../features/channels/store.tsx'), 'StoreScreen'),
  '/va': screen(() => import('../features/channels/va.tsx'), 'VaScreen'),
  '/pembayaran': screen(() => import('../features/channels/pembayaran.tsx'), 'PembayaranScreen'),
  '/repay-code': screen(() => import('../features/channels/repay-code.tsx'), 'RepayCodeScreen'),
  '/documents': screen(() => import('../features/documents/documents.tsx'), 'DocumentsScreen'),
  '/messages': screen(() => import('../features/support/notifications.tsx'), 'NotificationsScreen'),
  '/feedback': screen(() => import('../features/support/feedback.tsx'), 'FeedbackScreen'),
  '/user': screen(() => import('../features/account/user.tsx'), 'UserScreen'),
  '/data': screen(() => import('../features/account/your-data.tsx'), 'YourDataScreen'),
  '/data/consents': screen(() => import('../features/account/consents.tsx'), 'ConsentsScreen'),
  '/data/details': screen(() => import('../features/account/details.tsx'), 'DetailsScreen'),
  '/data/copy': screen(() => import('../features/account/copy.tsx'), 'CopyScreen'),
  '/data/nominee': screen(() => import('../features/account/nominee.tsx'), 'NomineeScreen'),
  '/data/erase': screen(() => import('../features/account/erase.tsx'), 'EraseScreen'),
  '/passkeys': screen(() => import('../features/account/passkeys.tsx'), 'PasskeysScreen'),
  '/autopay': screen(() => import('../features/channels/autopay.tsx'), 'AutopayScreen'),
  '/sessions': screen(() => import('../features/account/sessions.tsx'), 'SessionsScreen'),
};

if (import.meta.env.MODE !== 'production' || readBoot().config?.isSandbox) {
  SCREENS['/gallery'] = screen(() => import('../gallery/gallery.tsx'), 'Gallery');
}

/**
 * A daily screen: it loads only its own texts; its lazy components load the others (see
 * ui/routing/lazy-with-preload.tsx).
 */
function daily<N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): ScreenType {
  return screen(load, name, undefined, loadDailyTexts);
}

function screen<N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
  purpose?: ScreenPurpose,
  loadTexts = loadAllTexts,
): ScreenType {
  const resource = createResource(async () => {
    const [module, { DataProvider }, gate] = await Promise.all([
      load(),
      import('../api/hooks.tsx'),
      purpose && import('../shared/consent/consent.tsx'),
      loadTexts(),
      // A form that is shown before its draft would change under the user's eyes.
      restoreDrafts(),
    ]);
    const Screen = module[name] as ComponentType;

    return () => (
      <DataProvider>
        {purpose && gate ? (
          <gate.ConsentGate purpose={purpose}>
            <Screen />
          </gate.ConsentGate>
        ) : (
          <Screen />
        )}
      </DataProvider>
    );
  });

  function LazyScreen() {
    const { value: Screen, error } = useResource(resource);
    // Caught by the ScreenBoundary.
    if (error) throw error;
    return Screen ? <Screen /> : <Loader />;
  }

  return Object.assign(LazyScreen, { preload: resource.load });
}

/**
 * Leads from an unknown address; until then the loading screen stays, as the served page has it.
 */
function UnknownAddress() {
  return (
    <>
      <Loader />
      <Navigate to="/noren" replace />
    </>
  );
}

/** Loads the screen at an address, so that it can be rendered at once. */
export async function preloadScreen(address: string): Promise<void> {
  const [pathname = ''] = address.split('?');
  const [, Screen] = Object.entries(SCREENS).find(([path]) => matchPath(path, pathname)) ?? [];
  await Screen?.preload?.();
}

export function Screens() {
  const { key, pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation of the router that leaves the screen; the path, with the others
  useLayoutEffect(() => {
    // The user may have scrolled a server-rendered screen, which is being hydrated.
    if (!document.getElementById('app')?.hasAttribute('data-shell'))
      restoreScroll(pathname + search);
  }, [key, pathname]);

  return (
    <ScreenBoundary key={pathname}>
      <Routes>
        {Object.entries(SCREENS).map(([path, Screen]) => (
          <Route
            key={path}
            path={path}
            element={
              <Guard onWait={Screen.preload}>
                <Screen />
              </Guard>
            }
          />
        ))}
        <Route path="*" element={<UnknownAddress />} />
      </Routes>
    </ScreenBoundary>
  );
}
