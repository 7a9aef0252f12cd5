import { useLayoutEffect, useState } from 'react';

/**
 * An object URL of a picture, revoked when it is no longer shown. Known before the first frame, so
 * that nothing moves for it.
 */
export function usePictureUrl(picture: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useLayoutEffect(() => {
    if (!picture) return setUrl(undefined);
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);

  return url;
}
