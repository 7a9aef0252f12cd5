import { NoAnswer } from '../../api/api.ts';
import { t } from '../../i18n/index.ts';

/** The calls of links. @throws NoAnswer when the file did not load */
export const loadLinkCalls = () => import('../../api/rare-calls.ts').catch(throwNoAnswer);

/** The calls of signing in and out. @throws NoAnswer when the file did not load */
export const loadSignInCalls = () => import('./calls.ts').catch(throwNoAnswer);

function throwNoAnswer(): never {
  throw new NoAnswer(t('api.check_connection'));
}
