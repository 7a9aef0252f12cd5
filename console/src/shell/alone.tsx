import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import style from './shell.module.css';

/** Layout without navigation, for sign-in and enrolment. */
export function Alone({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={style.alone}>
      <header>
        <Brand />
      </header>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
