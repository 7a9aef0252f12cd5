import { CashPage } from './cash-page.tsx';

/** In cash at a partner's counter. */
export const SkyOfflineScreen = () => <CashPage channel="cash_counter" />;
