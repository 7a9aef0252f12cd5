import { CashPage } from './cash-page.tsx';

/** Cash payment at a convenience store. */
export const SkyElevenScreen = () => <CashPage channel="convenience_store" />;
