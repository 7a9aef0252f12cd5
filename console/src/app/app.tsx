import { COMPANY_RETURN_PATH } from '@noren/contract/staff/wire';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Route, Switch } from 'wouter';
import { SessionProvider, useSession } from '../api/session.tsx';
import { Alone } from '../shell/alone.tsx';
import type { ScreenFolder } from '../shell/screen.ts';
import { Shell } from '../shell/shell.tsx';
import { shellTexts } from '../texts/shell.ts';
import { Loading, TroubleState } from '../ui/states.tsx';

const SignIn = lazy(async () => ({
  default: (await import('../features/access/sign-in.tsx')).SignIn,
}));

const CompanyReturn = lazy(async () => ({
  default: (await import('../features/access/company-return.tsx')).CompanyReturn,
}));

const Enrol = lazy(async () => ({ default: (await import('../features/access/enrol.tsx')).Enrol }));

/** Shows the enrolment of an invitation, the sign-in, or the screens. */
export function App({ folders }: { readonly folders: readonly ScreenFolder[] }) {
  return (
    <Suspense fallback={<Start />}>
      <Switch>
        <Route path="/enrol">
          <Enrol />
        </Route>
        <Route path={COMPANY_RETURN_PATH}>
          <CompanyReturn />
        </Route>
        <Route>
          <SignedInApp folders={folders} />
        </Route>
      </Switch>
    </Suspense>
  );
}

function SignedInApp({ folders }: { readonly folders: readonly ScreenFolder[] }) {
  const { data: me, error, refetch } = useSession();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  const isSignedIn = me !== undefined && me !== null;

  useEffect(() => {
    if (isSignedIn) setWasSignedIn(true);
  }, [isSignedIn]);

  if (isSignedIn)
    return (
      <SessionProvider me={me}>
        <Shell folders={folders} />
      </SessionProvider>
    );

  if (me === null) return <SignIn wasSignedIn={wasSignedIn} />;
  if (error === null) return <Start />;

  return (
    <Alone title={shellTexts.console}>
      <TroubleState trouble={error} onRetry={refetch} />
    </Alone>
  );
}

function Start() {
  return (
    <Alone title={shellTexts.console}>
      <Loading lines={3} />
    </Alone>
  );
}
