import { describe, expect, it } from 'vitest';
import { judgeFiles } from './judge-files.ts';

const wav = { name: 'Slipway.WAV', type: 'audio/wav', size: 2_000_000 };
const png = { name: 'poster.png', type: 'image/png', size: 40_000 };
const exe = { name: 'setup.exe', type: 'application/x-msdownload', size: 900 };

describe('which files come in', () => {
  it('takes everything when nothing is said', () => {
    expect(judgeFiles([wav, png, exe], { multiple: true }).accepted).toHaveLength(3);
  });

  it.each([
    ['audio/*', [wav]],
    ['.wav', [wav]],
    ['image/png', [png]],
    [' .wav , image/* ', [wav, png]],
  ])('reads %s as the native attribute does', (accept, accepted) => {
    const judged = judgeFiles([wav, png, exe], { accept, multiple: true });
    expect(judged.accepted).toEqual(accepted);
    expect(judged.rejected.map((file) => file.name)).toContain('setup.exe');
  });

  it('says how large a rejected file is and how large it may be', () => {
    const { accepted, rejected } = judgeFiles([wav], { maxBytes: 1_500_000 });
    expect(accepted).toEqual([]);
    expect(rejected).toEqual([{ name: 'Slipway.WAV', reason: 'The file is 2 MB. The maximum is 1.5 MB.' }]);
  });

  it.each([
    ['image/jpeg,image/png,image/webp', 'Use JPEG, PNG or WebP.'],
    ['.csv,.tsv,text/csv,text/tab-separated-values', 'Use CSV or TSV.'],
    ['audio/mpeg,audio/mp4,audio/x-m4a', 'Use MP3 or M4A.'],
  ])('names the kinds of %s as people do', (accept, advice) => {
    expect(judgeFiles([exe], { accept }).rejected[0]?.reason).toContain(advice);
  });

  it('takes a file of exactly the largest size', () => {
    expect(judgeFiles([wav], { maxBytes: 2_000_000 }).accepted).toEqual([wav]);
  });

  it('rejects an empty file', () => {
    expect(judgeFiles([{ ...wav, size: 0 }], {}).rejected[0]?.reason).toBe('The file is empty.');
  });

  it('takes the first good one where only one may come', () => {
    const { accepted, rejected } = judgeFiles([exe, wav, png], { accept: 'audio/*,image/*' });
    expect(accepted).toEqual([wav]);
    expect(rejected.map((file) => file.reason)).toEqual([
      expect.stringContaining('not accepted'),
      'Choose one file at a time.',
    ]);
  });
});
