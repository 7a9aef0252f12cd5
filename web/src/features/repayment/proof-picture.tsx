import { useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { type PictureFault, preparePicture } from '../../ui/form/picture.ts';
import { usePictureUrl } from '../../ui/form/picture-url.ts';
import { Button } from '../../ui/layout/button.tsx';
import style from './proof-picture.module.css';

type Props = {
  picture: Blob | undefined;
  onChange: (picture: Blob | undefined) => void;
  problem: string | undefined;
};

/** The picture of a proof: taken or chosen, compressed on the phone, previewed, removable. */
export function ProofPicture({ picture, onChange, problem }: Props) {
  const t = useT();
  const [fault, setFault] = useState<PictureFault>();
  const [isPreparing, setPreparing] = useState(false);
  const url = usePictureUrl(picture);

  const choose = async (file: Blob) => {
    setFault(undefined);
    setPreparing(true);

    const prepared = await preparePicture(file).finally(() => setPreparing(false));
    if (prepared.ok) onChange(prepared.picture);
    else setFault(prepared.fault);
  };

  return (
    <Field
      group
      id="picture"
      label={t('proof.picture')}
      hint={t('proof.picture_hint')}
      error={fault ? t(`proof.picture_${fault}`) : problem}
    >
      <div className={style.zone}>
        {isPreparing ? (
          <Skeleton height={10} />
        ) : picture ? (
          <>
            {url && <img className={style.picture} src={url} alt={t('proof.picture_alt')} />}
            <Button kind="ghost" onClick={() => onChange(undefined)}>
              {t('proof.picture_remove')}
            </Button>
          </>
        ) : (
          <>
            <FileButton capture="environment" onFile={(file) => void choose(file)}>
              {t('proof.picture_take')}
            </FileButton>
            <FileButton onFile={(file) => void choose(file)}>
              {t('proof.picture_choose')}
            </FileButton>
          </>
        )}
      </div>
    </Field>
  );
}
