import type { Language } from '@noren/contract/languages';

// Off by default: speech may disturb or reveal too much in a shared room. The choice lasts until the
// page is reloaded.
let isOn = false;

/** Whether this browser supports speech. */
export function canSpeak(): boolean {
  return Boolean(globalThis.speechSynthesis && globalThis.SpeechSynthesisUtterance);
}

export function isVoiceOn(): boolean {
  return isOn;
}

export function setVoice(isWanted: boolean): void {
  isOn = isWanted;
  if (!isWanted) stopSpeaking();
}

/**
 * Speaks an instruction, replacing the current one; silent when off or without a voice for the
 * language.
 */
export function say(text: string, language: Language): void {
  if (!isOn || !canSpeak()) return;

  const voices = speechSynthesis.getVoices();
  const languageVoices = voices.filter(({ lang }) => lang.toLowerCase().startsWith(language));
  // Until the voices are loaded the browser chooses one; afterwards only a voice of the language is
  // used.
  if (voices.length > 0 && languageVoices.length === 0) return;

  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;

  const voice = languageVoices.find(({ lang }) => lang === 'en-IN') ?? languageVoices[0];
  if (voice) utterance.voice = voice;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}

/** Stops speaking. */
export function stopSpeaking(): void {
  if (canSpeak()) speechSynthesis.cancel();
}
