import { beforeEach, expect, it, vi } from 'vitest';
import { isVoiceOn, say, setVoice, stopSpeaking } from './voice.ts';

const speak = vi.fn();
const cancel = vi.fn();
const getVoices = vi.fn();

class Utterance {
  lang = '';
  voice: unknown = null;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

beforeEach(() => {
  for (const spy of [speak, cancel, getVoices]) spy.mockReset();
  getVoices.mockReturnValue([{ lang: 'en-US' }, { lang: 'en-IN' }]);
  vi.stubGlobal('speechSynthesis', { speak, cancel, getVoices });
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  setVoice(false);
});

it('is silent until it is turned on, and again when turned off', () => {
  say('Lower your chin', 'en');
  expect([isVoiceOn(), speak.mock.calls]).toEqual([false, []]);
  setVoice(true);
  say('Lower your chin', 'en');
  expect(speak.mock.calls[0]?.[0]).toMatchObject({
    text: 'Lower your chin',
    lang: 'en',
    voice: { lang: 'en-IN' },
  });
  setVoice(false);
  expect(cancel).toHaveBeenCalled();
  say('Raise your chin', 'en');
  expect(speak).toHaveBeenCalledOnce();
});

it('never uses a voice of another language, but lets the browser choose until its voices are loaded', () => {
  setVoice(true);
  say('Baje la barbilla', 'es');
  expect(speak).not.toHaveBeenCalled();
  getVoices.mockReturnValue([]);
  say('Baje la barbilla', 'es');
  expect(speak).toHaveBeenCalledOnce();
});

it('does nothing without speech support', () => {
  vi.stubGlobal('speechSynthesis', undefined);
  setVoice(true);
  say('Lower your chin', 'en');
  stopSpeaking();
  expect(speak).not.toHaveBeenCalled();
});
