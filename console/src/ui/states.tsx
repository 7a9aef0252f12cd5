import type { ReactNode } from 'react';
import { kitTexts } from '../texts/kit.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import style from './states.module.css';

/** Why a call failed; the error of a staff call has this shape. */
export interface Trouble {
  /** A code of STAFF_ERRORS, or `offline`. */
  readonly code: string;
  /** For the person at the console. */
  readonly message: string;
  /** The fields of a form that the server refused. */
  readonly fields?: readonly { readonly path: string; readonly problem: string }[];
  /** The missing permission and the roles that have it, in words, where the call is forbidden. */
  readonly missing?: { readonly permission: string; readonly roles: string } | undefined;
}

/** State of a query. */
export interface Loadable<T> {
  readonly data: T | undefined;
  readonly error: Trouble | null;
  readonly refetch: () => unknown;
}

/** Text only for screen readers. */
export function Hidden({ children }: { readonly children: ReactNode }) {
  return <span className={style.hidden}>{children}</span>;
}

interface LoadingProps {
  readonly lines?: number;
}

export function Loading({ lines = 5 }: LoadingProps) {
  return (
    <div className={style.lines} role="status">
      <Hidden>{kitTexts.loading}</Hidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a placeholder line has no other identity
        <i key={line} />
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly title?: string;
  readonly children?: ReactNode;
}

/** Shown when a list is known to be empty. */
export function Empty({ title = kitTexts.empty, children }: EmptyProps) {
  return (
    <div className={style.state} data-kind="empty">
      <strong>
        <Icon name="tick" />
        {title}
      </strong>
      {children}
    </div>
  );
}

interface TroubleStateProps {
  readonly trouble: Trouble;
  readonly onRetry?: () => unknown;
}

/** Refusals that the same call meets again. */
const LASTING: readonly string[] = ['not_found', 'not_possible', 'taken', 'invalid'];

/** A refusal, a lost connection or a fault, each with its own words. */
export function TroubleState({ trouble, onRetry }: TroubleStateProps) {
  if (trouble.code === 'forbidden') {
    const { missing } = trouble;

    return (
      <div className={style.state} data-kind="forbidden" role="alert">
        <strong>
          <Icon name="lock" />
          {kitTexts.forbidden}
        </strong>
        <p>
          {missing ? kitTexts.forbiddenWhy(missing.permission, missing.roles) : trouble.message}
        </p>
      </div>
    );
  }

  const isOffline = trouble.code === 'offline';
  const title = pickTitle(trouble.code);

  return (
    <div className={style.state} data-kind="trouble" role="alert">
      <strong>
        <Icon name="late" />
        {isOffline ? kitTexts.offline : title}
      </strong>
      <p>{isOffline ? kitTexts.offlineWhy : trouble.message}</p>
      {onRetry && !LASTING.includes(trouble.code) && (
        <Button icon="again" onPress={() => void onRetry()}>
          {kitTexts.retry}
        </Button>
      )}
    </div>
  );
}

function pickTitle(code: string): string {
  if (code === 'not_found') return kitTexts.notFound;
  if (code === 'no_answer') return kitTexts.noAnswer;

  return LASTING.includes(code) ? kitTexts.notPossible : kitTexts.notLoaded;
}

interface AnswerProps<T> {
  readonly of: Loadable<T>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

/**
 * Shows the data of a query, its loading state, or its error. Loaded data stays visible below a
 * fault or a lost connection, but not after a refusal.
 */
export function Answer<T>({ of, lines, children }: AnswerProps<T>) {
  const { data, error, refetch } = of;
  const isKept = data !== undefined && error?.code !== 'forbidden';

  if (error === null && data === undefined)
    return <Loading {...(lines === undefined ? {} : { lines })} />;

  return (
    <>
      {error !== null && <TroubleState trouble={error} onRetry={refetch} />}
      {isKept && children(data)}
    </>
  );
}
