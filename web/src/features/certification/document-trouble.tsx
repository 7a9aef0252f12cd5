import type { DocumentType } from '@noren/contract/certification';
import type { Reason } from '@noren/contract/reasons';
import { useT } from '../../i18n/index.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { PICTURE_FAULTS, type PictureFault } from '../../ui/form/picture.ts';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { useOnline } from '../../ui/layout/offline-bar.tsx';
import type { Trouble } from './document-sending.ts';
import { PictureHint } from './picture-hint.tsx';
import { findPlaceName } from './picture-place.ts';
import { isStepClosed, StepClosed } from './step-closed.tsx';

/** After this many rejected pictures, customer service is offered. */
const HELP_FROM = 2;

type Props = { type: DocumentType; trouble: Trouble; refusals: number; onGoOn: () => void };

/** Why a picture was rejected, or not sent, and what to do. */
export function DocumentTrouble({ trouble }: { trouble: Trouble }) {
  const t = useT();

  if (trouble.kind === 'unsent')
    return isStepClosed(trouble.error) ? (
      <StepClosed />
    ) : (
      <NotSentCallout text={trouble.error.message} />
    );

  return (
    <div role="alert">
      <Callout
        tone="bad"
        title={t('certification.not_taken')}
        text={
          <>
            {trouble.text ??
              t(`certification.picture_${isFault(trouble.reason) ? trouble.reason : 'damaged'}`)}
            {trouble.place &&
              ` ${t('certification.place_marked', { place: t(findPlaceName(trouble.place)) })}`}
            <PictureHint reason={trouble.reason} />
          </>
        }
      />
    </div>
  );
}

/**
 * After two rejections, or where the card may stay unread: how to continue and where to get help.
 */
export function RefusedHelp({ type, trouble, refusals, onGoOn }: Props) {
  const t = useT();
  if (trouble.kind === 'unsent' || !(trouble.mayGoOn || refusals >= HELP_FROM)) return null;

  return (
    <Card rows>
      {trouble.mayGoOn && (
        <RowLink
          label={t('certification.go_without')}
          note={t(
            type === 'panFront'
              ? 'certification.go_without_pan'
              : 'certification.go_without_aadhaar',
          )}
          onClick={onGoOn}
        />
      )}
      <RowLink
        label={t('certification.still_stuck')}
        note={t('certification.still_stuck_text')}
        to="/customer-service"
      />
    </Card>
  );
}

/** The request failed: the picture is kept. */
function NotSentCallout({ text }: { text: string }) {
  const t = useT();
  const isOnline = useOnline();

  return (
    <div role="alert">
      <Callout
        tone="due"
        title={t(isOnline ? 'certification.not_sent' : 'certification.not_sent_offline')}
        text={
          <>
            {isOnline ? text : t('certification.send_when_back')} {t('certification.picture_kept')}
          </>
        }
      />
    </div>
  );
}

function isFault(reason: Reason): reason is PictureFault {
  return PICTURE_FAULTS.some((fault) => fault === reason);
}
