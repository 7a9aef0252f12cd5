import { toast } from '../../ui/overlay/toast.tsx';

/** Shares a link or a text. Where the phone cannot share, copies it and shows a toast. */
export async function share(
  what: { url: string } | { text: string },
  copiedText: string,
): Promise<void> {
  try {
    if (navigator.share) return await navigator.share(what);
    await navigator.clipboard.writeText('url' in what ? what.url : what.text);
    toast(copiedText);
  } catch (cause) {
    // The user closed the share dialog, or sharing was refused.
    console.info('It was not shared', (cause as Error).name);
  }
}
