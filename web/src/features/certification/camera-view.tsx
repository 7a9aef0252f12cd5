import { useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { grabFrame } from '../../ui/form/picture.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Modal } from '../../ui/overlay/dialog.tsx';
import { type CameraFault, useCamera } from './camera.ts';
import { CameraGuide } from './camera-guide.tsx';
import style from './camera-view.module.css';
import { useCodeScan } from './use-code-scan.ts';

type Props = {
  title: string;
  hint: string;
  /** Whether the card may bear a signed code, which is then looked for while the camera runs. */
  looksForCode: boolean;
  /** `code`: the digits of the card's signed code, if it was found. */
  onPicture: (picture: Blob, code?: string) => void;
  onClose: () => void;
};

/**
 * The rear camera in full screen with its shutter at the bottom. It stops after a picture or when
 * the view is closed.
 */
export function CameraView({ title, hint, looksForCode, onPicture, onClose }: Props) {
  const t = useT();
  const { video, state, retry } = useCamera('environment');
  const code = useCodeScan(video, looksForCode && state === 'running');
  const [isTaking, setTaking] = useState(false);
  const [failed, setFailed] = useState(false);

  const take = async () => {
    if (!video.current) return;

    setTaking(true);

    try {
      onPicture(await grabFrame(video.current), code);
    } catch (cause) {
      console.warn('The camera gave no frame', cause);
      setFailed(true);
      setTaking(false);
    }
  };

  const fault = state === 'running' || state === 'starting' ? undefined : state;

  return (
    <Modal
      open
      isDark
      title={title}
      onClose={onClose}
      actions={
        fault ? (
          <>
            <FileButton kind="primary" onFile={(file) => onPicture(file)}>
              {t('certification.upload')}
            </FileButton>
            <Button kind="ghost" onClick={retry}>
              {t('certification.camera_again')}
            </Button>
          </>
        ) : (
          <Button disabled={state !== 'running'} busy={isTaking} onClick={() => void take()}>
            {t('certification.take_photo')}
          </Button>
        )
      }
    >
      {fault ? (
        <NoCamera fault={fault} />
      ) : (
        <div className={style.view}>
          <div className={style.finder}>
            <video ref={video} playsInline muted className={style.video} />
            <span className={style.frame} aria-hidden="true" />
          </div>
          <p className={style.hint} role="status">
            {state === 'starting'
              ? t('certification.camera_starting')
              : code === undefined
                ? hint
                : t('certification.code_found')}
          </p>
          {failed && (
            <Text tone="bad" center>
              {t('certification.camera_failed')}
            </Text>
          )}
        </div>
      )}
    </Modal>
  );
}

type NoCameraProps = { fault: CameraFault; takesPicture?: boolean };

/** Why there is no camera, and how to allow it; mostly a picture can be uploaded instead. */
export function NoCamera({ fault, takesPicture = true }: NoCameraProps) {
  const t = useT();
  const instead =
    fault === 'denied' ? 'certification.camera_otherwise' : 'certification.camera_upload';

  return (
    <Stack>
      <Callout
        tone="due"
        title={t(`certification.camera_${fault}`)}
        text={t(takesPicture ? instead : 'certification.face_needs_camera')}
      />
      {fault === 'denied' && <CameraGuide />}
    </Stack>
  );
}
