import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { App } from '../app/app.tsx';
import { Providers } from '../app/providers.tsx';
import type { ScreenFolder } from '../shell/screen.ts';

/** Renders the console with these screens at the window's address. */
export function renderConsole(folders: readonly ScreenFolder[]) {
  return render(
    <Providers>
      <App folders={folders} />
    </Providers>,
  );
}

/** Renders one component with the providers of a screen. */
export function renderPart(part: ReactNode) {
  return render(<Providers>{part}</Providers>);
}
