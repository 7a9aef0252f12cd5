import { lazy, Suspense } from 'react';
import { loadAllTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { useLocation } from '../ui/routing/router.tsx';

const Banner = lazy(async () => {
  const [{ PhoneChangeBanner }] = await Promise.all([
    import('../features/login/phone-change-banner.tsx'),
    loadAllTexts(),
  ]);
  return { default: PhoneChangeBanner };
});

/** Says above every screen that another phone number waits; its own screen says it itself. */
export function PhoneChange() {
  const { pathname } = useLocation();
  const dueAt = useSession().onboardingStatus?.phoneChangeDueAt ?? null;
  if (dueAt === null || pathname.startsWith('/phone-number')) return null;

  return (
    <Suspense fallback={null}>
      <Banner dueAt={dueAt} />
    </Suspense>
  );
}
