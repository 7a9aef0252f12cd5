import type { ReactNode } from 'react';
import { type MessageId, useT } from '../../i18n/index.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Text } from '../../ui/layout/text.tsx';
import style from './document-stage.module.css';

type Props = {
  /** How much of it has gone, from 0 to 1, where that is known; once all has, it is being looked at. */
  part?: number;
  children: ReactNode;
};

/** What the button that sent a picture says: that it is on its way, then what is done with it; `part` as below. */
export function busyText(part: number, then: MessageId): MessageId {
  return part < 1 ? 'certification.sending' : then;
}

/** A picture is on its way and being looked at: said, and seen to be going on. */
export function Sending({ part = 1, children }: Props) {
  const t = useT();
  const percent = Math.floor(part * 100);
  return (
    <div className={style.sending}>
      {part < 1 ? (
        <ProgressBar value={percent} max={100} label={t('certification.sending')} />
      ) : (
        <span className={style.track} aria-hidden="true" />
      )}
      <div role="status">
        <Text center>{part < 1 ? t('certification.sending') : children}</Text>
      </div>
      {part < 1 && (
        <span className={style.percent} aria-hidden="true">
          {t('certification.percent', { percent })}
        </span>
      )}
    </div>
  );
}
