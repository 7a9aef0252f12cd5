import { fireEvent, screen } from '@testing-library/react';
import { Fragment, type ReactNode, useState } from 'react';

const NAME = 'reload the page';

/** A screen that is loaded again: of it only its history entry and its drafts are left. */
export function Reloadable({ children }: { children: ReactNode }) {
  const [loads, setLoads] = useState(0);
  return (
    <>
      <Fragment key={loads}>{children}</Fragment>
      <button type="button" onClick={() => setLoads(loads + 1)}>
        {NAME}
      </button>
    </>
  );
}

/** Loads the {@link Reloadable} screen again. */
export function reloadPage(): void {
  fireEvent.click(screen.getByRole('button', { name: NAME }));
}
