import { toast } from '../../ui/overlay/toast.tsx';

/**
 * Shares a link or a text. Where the phone cannot share, copies it and shows a toast.
 * @returns false when the phone refused; true also when the user closed its sheet
 */
export async function share(
  what: { url: string } | { text: string },
  copiedText: string,
): Promise<boolean> {
  try {
    if (navigator.share) {
      await navigator.share(what);
    } else {
      await navigator.clipboard.writeText('url' in what ? what.url : what.text);
      toast(copiedText);
    }

    return true;
  } catch (cause) {
    const { name } = cause as Error;
    console.info('It was not shared', name);

    return name === 'AbortError';
  }
}
