import { useNavigate } from 'react-router';
import { useT } from './i18n/index.ts';
import { useSession } from './session.ts';
import { IconButton } from './ui/header.tsx';

/** The way to customer service, in the same place on every screen; only when signed in. Source: specification §2. */
export function HelpButton() {
  const t = useT();
  const navigate = useNavigate();
  const { isSignedIn } = useSession();
  if (!isSignedIn) return null;
  return <IconButton icon="chat" label={t('service.title')} onClick={() => navigate('/customer-service')} />;
}
