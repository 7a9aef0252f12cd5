/**
 * While dialogs that can be closed are open, the history has one more entry with the same address:
 * Back leaves it, which closes the topmost dialog. Some browsers close a dialog by Android's Back
 * themselves; the entry does it in all of them, and for the Back of the browser's own bar.
 */
const MARK = 'dialog';
const isOnEntry = (): boolean => (history.state as { [MARK]?: boolean } | null)?.[MARK] === true;

const openDialogs: (() => void)[] = [];
/** Changes of the history that must not be made on the entry. */
const waiting: (() => void)[] = [];
/** The address of the entry: a pop to another one is not Back, and closes nothing. */
let address = '';
let isLeaving = false;
let isScheduled = false;
let isListening = false;

/**
 * Matches the history to the open dialogs once the screen has changed: one dialog may have replaced
 * another.
 */
function schedule(): void {
  if (!isListening) addEventListener('popstate', onPop);
  isListening = true;

  if (isScheduled) return;

  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    match();
  });
}

function match(): void {
  if (isLeaving) return;

  const isDue = openDialogs.length > 0 && waiting.length === 0;
  if (isOnEntry()) {
    if (isDue) return;
    isLeaving = true;
    history.back();
    return;
  }

  if (isDue) {
    history.pushState({ ...(history.state as object | null), [MARK]: true }, '');
    address = location.href;
  }

  for (const change of waiting.splice(0)) change();
}

function onPop(): void {
  if (isLeaving) {
    isLeaving = false;
    match();
  } else if (!isOnEntry() && location.href === address) openDialogs.at(-1)?.();

  schedule();
}

/**
 * Lets Back close a dialog.
 * @returns to be called when it has closed
 */
export function closeByBack(close: () => void): () => void {
  openDialogs.push(close);
  schedule();

  return () => {
    openDialogs.splice(openDialogs.lastIndexOf(close), 1);
    schedule();
  };
}

/** Changes the history, after leaving a dialog's entry if that is the current one. */
export function changeHistory(change: () => void): void {
  if (isOnEntry() || isLeaving) {
    waiting.push(change);
    schedule();
  } else change();
}
