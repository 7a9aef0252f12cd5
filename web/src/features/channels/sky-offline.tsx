import { CashPage } from './cash-page.tsx';

/** Cash payment at a partner's counter. */
export const SkyOfflineScreen = () => <CashPage channel="cash_counter" />;
