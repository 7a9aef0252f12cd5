import type { Language } from '@noren/contract/languages';

// Off until asked for: a phone that speaks by itself in a shared room says too much. Kept for as long as the page.
let isOn = false;

/** Whether this browser can speak at all. */
export function canSpeak(): boolean {
  return Boolean(globalThis.speechSynthesis && globalThis.SpeechSynthesisUtterance);
}

export function isVoiceOn(): boolean {
  return isOn;
}

export function setVoice(wanted: boolean): void {
  isOn = wanted;
  if (!wanted) hush();
}

/** Says an instruction in place of what is still being said; silent when the voice is off or there is none for the language. */
export function say(text: string, language: Language): void {
  if (!isOn || !canSpeak()) return;
  const voices = speechSynthesis.getVoices();
  const fitting = voices.filter(({ lang }) => lang.toLowerCase().startsWith(language));
  // Before the list has come the browser chooses; after it a voice of another language would not be understood.
  if (voices.length > 0 && fitting.length === 0) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = language;
  const voice = fitting.find(({ lang }) => lang === 'en-IN') ?? fitting[0];
  if (voice) said.voice = voice;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}

/** Stops speaking. */
export function hush(): void {
  if (canSpeak()) speechSynthesis.cancel();
}
