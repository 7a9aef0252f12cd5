import type { ChangeEvent, ReactNode } from 'react';
import { buttonLook } from './button.tsx';
import style from './file-button.module.css';

type Props = {
  kind?: 'primary' | 'ghost';
  onFile: (file: File) => void;
  children: ReactNode;
  /** Where the page may not use the camera itself, the phone's own is opened. */
  capture?: 'environment' | 'user';
};

/**
 * A file input that looks like a button; its text is the input's label. The kinds are named one by one: an iPhone then hands over
 * a JPEG of what it keeps as HEIC.
 */
export function FileButton({ kind = 'ghost', onFile, children, capture }: Props) {
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file may be chosen again after a refusal.
    event.target.value = '';
    if (file) onFile(file);
  };
  return (
    <label className={`${buttonLook(kind)} ${style.button}`}>
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className={style.input}
        onChange={choose}
        {...(capture && { capture })}
      />
      {children}
    </label>
  );
}
