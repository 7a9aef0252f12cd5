import { type ComponentType, useLayoutEffect, useState } from 'react';
import { scrollOnArrival } from './api-confirm.ts';
import { readBoot } from './boot.ts';
import { Guard } from './guards.tsx';
import { loadAllTexts, loadDailyTexts } from './i18n/index.ts';
import { Login } from './login/login.tsx';
import { NorenScreen } from './pages/noren.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import type { AskedPurpose } from './session-consent.tsx';
import { arrival, useArrival } from './ui/arrival.ts';
import { Loader } from './ui/loader.tsx';
import { Navigate, Route, Routes, useLocation } from './ui/router.tsx';

/** A screen, and what has it come before it may be entered. */
type ScreenType = ComponentType & { come?: () => Promise<unknown> };

/**
 * Which screen stands at which path. To add one, add a line here: `screen(() => import('./room/file.tsx'), 'Name')`
 * loads it when it is first visited; a purpose after the name has its consent asked first. The first two are what a
 * visitor sees first, and come with the app. A screen titles itself by its Page.
 */
const SCREENS: Record<string, ScreenType> = {
  '/noren': NorenScreen,
  '/login': Login,
  '/api-phone-check': screen(() => import('./login/confirm.tsx'), 'Confirm'),
  '/identity-auth': screen(() => import('./certification/identity-auth.tsx'), 'IdentityAuth'),
  '/survey': screen(() => import('./certification/survey.tsx'), 'Survey', 'questionnaire'),
  '/facial-auth/step-one': screen(() => import('./certification/step-one.tsx'), 'StepOne', 'identity_documents'),
  '/facial-auth/step-two': screen(() => import('./certification/step-two.tsx'), 'StepTwo', 'personal_information'),
  '/facial-auth/step-three': screen(() => import('./certification/step-three.tsx'), 'StepThree', 'contacts'),
  '/facial-auth/step-four': screen(() => import('./bank/step-four.tsx'), 'StepFour'),
  '/modify-bank-info': screen(() => import('./bank/modify-bank-info.tsx'), 'ModifyBankInfo'),
  '/privacy-policy': screen(() => import('./pages/privacy-policy.tsx'), 'PrivacyPolicy'),
  '/customer-service': screen(() => import('./pages/customer-service.tsx'), 'CustomerService'),
  '/test': screen(() => import('./pages/device-test.tsx'), 'DeviceTest'),
  '/home': daily(() => import('./loans/home.tsx'), 'HomeScreen'),
  '/loan': screen(() => import('./loans/loan.tsx'), 'LoanScreen'),
  '/coupon': screen(() => import('./coupons/coupon.tsx'), 'CouponScreen'),
  '/order': daily(() => import('./orders/order.tsx'), 'OrderScreen'),
  '/repay/:repayId': daily(() => import('./repayment/repay.tsx'), 'RepayScreen'),
  '/upload-voucher': screen(() => import('./repayment/upload-voucher.tsx'), 'UploadVoucherScreen'),
  '/sky-scan': screen(() => import('./channels/sky-scan.tsx'), 'SkyScanScreen'),
  '/sky-code': screen(() => import('./channels/sky-code.tsx'), 'SkyCodeScreen'),
  '/sky-offline': screen(() => import('./channels/sky-offline.tsx'), 'SkyOfflineScreen'),
  '/sky-eleven': screen(() => import('./channels/sky-eleven.tsx'), 'SkyElevenScreen'),
  '/store': screen(() => import('./channels/store.tsx'), 'StoreScreen'),
  '/va': screen(() => import('./channels/va.tsx'), 'VaScreen'),
  '/pembayaran': screen(() => import('./channels/pembayaran.tsx'), 'PembayaranScreen'),
  '/repay-code': screen(() => import('./channels/repay-code.tsx'), 'RepayCodeScreen'),
  '/documents': screen(() => import('./documents/documents.tsx'), 'DocumentsScreen'),
  '/messages': screen(() => import('./support/messages.tsx'), 'MessagesScreen'),
  '/feedback': screen(() => import('./support/feedback.tsx'), 'FeedbackScreen'),
  '/user': screen(() => import('./account/user.tsx'), 'UserScreen'),
  '/data': screen(() => import('./account/your-data.tsx'), 'YourDataScreen'),
  '/data/consents': screen(() => import('./account/consents.tsx'), 'ConsentsScreen'),
  '/data/details': screen(() => import('./account/details.tsx'), 'DetailsScreen'),
  '/data/copy': screen(() => import('./account/copy.tsx'), 'CopyScreen'),
  '/data/nominee': screen(() => import('./account/nominee.tsx'), 'NomineeScreen'),
  '/data/erase': screen(() => import('./account/erase.tsx'), 'EraseScreen'),
  '/sessions': screen(() => import('./account/sessions.tsx'), 'SessionsScreen'),
};

if (import.meta.env.MODE !== 'production' || readBoot().config?.isSandbox) {
  SCREENS['/gallery'] = screen(() => import('./gallery/gallery.tsx'), 'Gallery');
}

/** A screen of every day: what it does not show at once brings its own texts (see ui/part.tsx). */
function daily<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N): ScreenType {
  return screen(load, name, undefined, loadDailyTexts);
}

function screen<N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
  asks?: AskedPurpose,
  loadTexts = loadAllTexts,
): ScreenType {
  const coming = arrival(async () => {
    const [rooms, { DataProvider }, gate] = await Promise.all([
      load(),
      import('./api-hooks.tsx'),
      asks && import('./session-consent.tsx'),
      loadTexts(),
    ]);
    const Screen = rooms[name] as ComponentType;
    return () => (
      <DataProvider>
        {asks && gate ? (
          <gate.ConsentGate purpose={asks}>
            <Screen />
          </gate.ConsentGate>
        ) : (
          <Screen />
        )}
      </DataProvider>
    );
  });
  function Coming() {
    const [lost, setLost] = useState<Error>();
    const Shown = useArrival(coming, setLost);
    // For the boundary around it.
    if (lost) throw lost;
    return Shown ? <Shown /> : <Loader />;
  }
  return Object.assign(Coming, { come: coming.come });
}

export function Screens() {
  const { key, pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes at each navigation but those made from outside the router, and those that stay
  useLayoutEffect(() => {
    scrollOnArrival(pathname + search);
  }, [key, pathname]);
  return (
    <ScreenBoundary key={pathname}>
      <Routes>
        {Object.entries(SCREENS).map(([path, Screen]) => (
          <Route
            key={path}
            path={path}
            element={
              <Guard onWait={Screen.come}>
                <Screen />
              </Guard>
            }
          />
        ))}
        <Route path="*" element={<Navigate to="/noren" replace />} />
      </Routes>
    </ScreenBoundary>
  );
}
