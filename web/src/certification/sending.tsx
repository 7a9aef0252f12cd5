import type { ReactNode } from 'react';
import { Text } from '../ui/text.tsx';
import style from './document-stage.module.css';

/** A picture is on its way and being looked at: said, and seen to be going on. */
export function Sending({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={style.sending}>
      <span className={style.track} aria-hidden="true" />
      <Text center>{children}</Text>
    </div>
  );
}
