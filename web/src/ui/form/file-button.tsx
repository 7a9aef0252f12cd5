import type { ChangeEvent, ReactNode } from 'react';
import { buttonLook } from '../layout/button.tsx';
import style from './file-button.module.css';

type Props = {
  kind?: 'primary' | 'ghost';
  accept?: keyof typeof ACCEPTED;
  children: ReactNode;
  /** Opens the phone's camera app; for pages that may not use the camera themselves. */
  capture?: 'environment' | 'user';
} & (
  | { onFile: (file: File) => void; onFiles?: never }
  /** Several may be chosen at once. */
  | { onFiles: (files: readonly File[]) => void; onFile?: never }
);

/** Pictures are listed one by one so that an iPhone converts a HEIC picture to JPEG. */
const ACCEPTED = {
  pictures: 'image/jpeg,image/png,image/webp',
  zip: '.zip,application/zip,application/x-zip-compressed',
} as const;

/** A file input that looks like a button; its text is the input's label. */
export function FileButton({
  kind = 'ghost',
  accept = 'pictures',
  onFile,
  onFiles,
  children,
  capture,
}: Props) {
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Without this, choosing the same file again after a refusal would fire no event.
    event.target.value = '';

    const [file] = files;
    if (file) onFile?.(file);
    if (file) onFiles?.(files);
  };

  return (
    <label className={`${buttonLook(kind)} ${style.button}`}>
      <input
        type="file"
        accept={ACCEPTED[accept]}
        className={style.input}
        multiple={onFiles !== undefined}
        onChange={choose}
        {...(capture && { capture })}
      />
      {children}
    </label>
  );
}
