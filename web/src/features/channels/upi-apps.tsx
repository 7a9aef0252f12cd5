import { detectOperatingSystem } from '../../device/operating-system.ts';
import { useT } from '../../i18n/index.ts';
import { Card, RowLink } from '../../ui/layout/card.tsx';

/** Common UPI apps by name: their Android package and the address that opens them on an iPhone. */
const APPS = [
  { name: 'BHIM', android: 'in.org.npci.upiapp', iphone: 'bhim://upi/pay' },
  {
    name: 'Google Pay',
    android: 'com.google.android.apps.nbu.paisa.user',
    iphone: 'gpay://upi/pay',
  },
  { name: 'Paytm', android: 'net.one97.paytm', iphone: 'paytmmp://upi/pay' },
  { name: 'PhonePe', android: 'com.phonepe.app', iphone: 'phonepe://upi/pay' },
] as const;

const UPI = 'upi://pay';

/** The links that open a payment in each app on a phone; none on another device. */
export function upiAppLinks(upiUri: string, userAgent: string): { name: string; href: string }[] {
  const [system] = detectOperatingSystem(userAgent).split(' ');
  if (!upiUri.startsWith(`${UPI}?`)) return [];

  const query = upiUri.slice(UPI.length);
  switch (system) {
    case 'Android':
      return APPS.map(({ name, android }) => ({
        name,
        href: `intent://pay${query}#Intent;scheme=upi;package=${android};end`,
      }));
    case 'iOS':
      return APPS.map(({ name, iphone }) => ({ name, href: iphone + query }));
    default:
      return [];
  }
}

/** The common UPI apps, in alphabetical order: none is preferred. */
export function UpiApps({ links }: { links: ReturnType<typeof upiAppLinks> }) {
  const t = useT();

  return (
    <Card rows label={t('pay.upi_apps')}>
      {links.map(({ name, href }) => (
        <RowLink key={name} label={name} href={href} />
      ))}
    </Card>
  );
}
