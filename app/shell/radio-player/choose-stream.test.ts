import { describe, expect, it } from 'vitest';
import { chooseFormat, type StreamSituation } from './choose-stream.ts';

const situation = (rest: Partial<StreamSituation> = {}): StreamSituation => ({
  savesData: null,
  connection: undefined,
  hasOpus96: false,
  canPlay: () => true,
  failed: new Set(),
  ...rest,
});

describe('the format of the stream', () => {
  it('is MP3 unless the listener or the network asks for less', () => {
    expect(chooseFormat(situation())).toBe('mp3');
    expect(chooseFormat(situation({ connection: { effectiveType: '4g', saveData: false } }))).toBe('mp3');
    expect(chooseFormat(situation({ connection: { effectiveType: '2g' } }))).toBe('aac');
    expect(chooseFormat(situation({ connection: { saveData: true } }))).toBe('aac');
    expect(chooseFormat(situation({ savesData: true }))).toBe('aac');
    expect(chooseFormat(situation({ savesData: false, connection: { saveData: true } }))).toBe('mp3');
  });

  it('is Opus with 96 kbit/s where the station offers it, the network is fast and the browser plays it', () => {
    const fast = { hasOpus96: true, connection: { effectiveType: '4g' } };
    expect(chooseFormat(situation(fast))).toBe('opus96');
    expect(chooseFormat(situation({ ...fast, savesData: false }))).toBe('opus96');
    expect(chooseFormat(situation({ ...fast, hasOpus96: false }))).toBe('mp3');
    expect(chooseFormat(situation({ hasOpus96: true })), 'the browser does not say').toBe('mp3');
    expect(chooseFormat(situation({ ...fast, connection: { effectiveType: '3g' } }))).toBe('mp3');
    expect(chooseFormat(situation({ ...fast, canPlay: () => false }))).toBe('mp3');
    expect(chooseFormat(situation({ ...fast, failed: new Set(['opus96']) }))).toBe('mp3');
    const saving = { effectiveType: '4g', saveData: true };
    expect(chooseFormat(situation({ ...fast, connection: saving }))).toBe('aac');
    expect(chooseFormat(situation({ ...fast, savesData: true }))).toBe('aac');
  });

  it('is one that the browser plays, and MP3 when the others failed', () => {
    const playsOpus = (type: string) => type.includes('opus');
    expect(chooseFormat(situation({ savesData: true, canPlay: playsOpus }))).toBe('opus');
    expect(chooseFormat(situation({ savesData: true, failed: new Set(['aac']) }))).toBe('opus');
    expect(chooseFormat(situation({ savesData: true, failed: new Set(['aac', 'opus']) }))).toBe('mp3');
    expect(chooseFormat(situation({ savesData: true, canPlay: () => false }))).toBe('mp3');
  });
});
