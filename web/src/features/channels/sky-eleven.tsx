import { CashPage } from './cash-page.tsx';

/** In cash at a convenience store. */
export const SkyElevenScreen = () => <CashPage channel="convenience_store" />;
