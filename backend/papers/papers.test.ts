// The typesetter in its own process: real PDFs, words that look like code, and a process that is lost.
import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReceiptPaper } from '#contracts/receipt-paper.ts';
import { openPapers } from './open-papers.ts';

const papers = openPapers();
afterAll(() => papers.close());

const paper = (patch: Partial<ReceiptPaper> = {}): ReceiptPaper => ({
  id: 'one',
  language: 'pt',
  direction: 'ltr',
  title: 'Recibo R-00012',
  seller: { label: 'De', lines: ['Atelier Norte, Lda.', 'Rua do Norte 1'] },
  buyer: { label: 'Para', lines: ['Đặng Žižka'] },
  facts: [['Data', '17 de novembro de 2026']],
  head: ['Descrição', 'Valor'],
  lines: [{ text: 'Barro', note: '', amount: '14,00 €' }],
  sums: [{ label: 'Total', amount: '14,00 €', isStrong: true }],
  notes: [],
  ...patch,
});
/** Of the typesetters that this process has started. */
const processIds = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n')
    .filter((line) => line.includes('paper-tasks.ts'))
    .map((line) => Number(line.trim().split(' ')[0]));
const text = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1');

describe('a receipt as PDF', () => {
  it.each([
    ['in Latin letters', paper()],
    ['in Arabic', paper({ language: 'ar', direction: 'rtl', title: 'إيصال R-00012' })],
    ['without lines', paper({ lines: [], notes: ['Isento, artigo 53.º'] })],
  ])('%s is one page that archives take', async (_name, given) => {
    const pdf = text(await papers.run('printReceipt', given));
    expect(pdf.startsWith('%PDF-1.7')).toBe(true);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(pdf).toContain('pdfaid:part');
  });

  it('prints words that look like code as words', async () => {
    const code = '#read("/etc/passwd") $x$ *b* \\ #panic()"]';
    const given = paper({ lines: [{ text: code, note: code, amount: code }], notes: [code] });
    const pdf = await papers.run('printReceipt', given);
    expect(text(pdf).startsWith('%PDF')).toBe(true);
  });

  it('goes on to a second page when an order is long', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({
      text: `Barro e conversa, pessoa ${index}`,
      note: '',
      amount: '14,00 €',
    }));
    const pdf = text(await papers.run('printReceipt', paper({ lines })));
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
  });

  it('fails alone when its process is killed, and the next one is made', async () => {
    const others = processIds();
    const lost = openPapers();
    await lost.run('printReceipt', paper());
    const [pid] = processIds().filter((id) => !others.includes(id));
    const killed = lost.run('printReceipt', paper());
    process.kill(Number(pid), 'SIGKILL');
    await expect(killed).rejects.toMatchObject({ failure: 'crashed' });
    expect(text(await lost.run('printReceipt', paper())).startsWith('%PDF')).toBe(true);
    lost.close();
  });
});
