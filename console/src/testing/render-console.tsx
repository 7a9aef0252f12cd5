import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { App } from '../app/app.tsx';
import { Providers } from '../app/providers.tsx';
import type { ScreenFolder } from '../shell/screen.ts';

/** The console with these screens, at the address of the window. */
export function renderConsole(folders: readonly ScreenFolder[]) {
  return render(
    <Providers>
      <App folders={folders} />
    </Providers>,
  );
}

/** A part alone, with what every screen may use. */
export function renderPart(part: ReactNode) {
  return render(<Providers>{part}</Providers>);
}
