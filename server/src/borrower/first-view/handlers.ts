import { buildAddress } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { type CalledAnswer, FIRST_VIEWS, type FirstViewCall } from '@noren/contract/first-view';
import type { CallRequest, Handlers, UserCtx } from '../../platform/http/handler.ts';

interface CallWithAnswer extends FirstViewCall {
  readonly answer: CalledAnswer;
}

/** The first calls of a daily screen in one, and the screen as HTML. */
export const firstViewHandlers = {
  async firstView(ctx, { query: { at, build, hidesAmounts } }) {
    const [screen = '', parameter = ''] = at.split('?')[0]?.slice(1).split('/') ?? [];
    const answered = await Promise.all(
      (FIRST_VIEWS[screen] ?? []).map(async (one): Promise<CallWithAnswer> => {
        const request = requestFor(one, parameter);
        const envelope = await ctx.answerOther(request);

        return {
          ...one,
          answer: { address: buildAddress(request.call, request), answer: envelope },
        };
      }),
    );
    const isShown = answered.every(({ isOptional, answer }) => isOptional || isSuccess(answer));
    const html =
      isShown && build !== undefined
        ? await render(ctx, { at, build, hidesAmounts }, answered)
        : null;

    return { answers: answered.map(({ answer }) => answer), html };
  },
} satisfies Partial<Handlers>;

function requestFor(
  { call, params, query, pathParam }: FirstViewCall,
  parameter: string,
): CallRequest {
  return {
    call,
    params: params ?? (pathParam ? { [pathParam]: parameter } : {}),
    query: query ?? {},
  };
}

const isSuccess = ({ answer }: CalledAnswer): boolean => answer.code === CODES.success;

interface RenderRequest {
  readonly at: string;
  readonly build: string;
  readonly hidesAmounts: string | undefined;
}

/**
 * Null for another build than the one served, and where the screen cannot be rendered: the app then
 * renders it itself.
 */
async function render(
  { deps, language }: UserCtx,
  { at, build, hidesAmounts }: RenderRequest,
  answered: readonly CallWithAnswer[],
): Promise<string | null> {
  const { webApp, sealer, log } = deps;
  if (webApp?.build !== build) return null;

  const data = answered.flatMap(({ answer }): [string, unknown][] =>
    isSuccess(answer) ? [[answer.address, answer.answer.data]] : [],
  );
  try {
    return await webApp.shell.writeFirstView({
      language,
      boot: { sealKey: sealer.current, config: await deps.readAppConfig() },
      at,
      answers: Object.fromEntries(data),
      hidesAmounts: hidesAmounts === '1',
    });
  } catch (err) {
    // Of a path only its first segment: the rest may name an order.
    log.warn({ err, screen: at.split('/')[1]?.split('?')[0] }, 'a first view was not rendered');
    return null;
  }
}
