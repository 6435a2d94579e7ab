// Sets documents as PDF; runs in a task process. Their words are values of the template, never a part of its code.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { ReceiptPaper } from '#contracts/receipt-paper.ts';

const FOLDER = new URL('./', import.meta.url);
const FONTS = new URL('./fonts/', import.meta.url);
/** For archives: all fonts are inside. */
const PDF_STANDARD = 'a-2b';

const template = readFileSync(new URL('./receipt.typ', FOLDER), 'utf8');
const compiler = NodeCompiler.create({
  workspace: fileURLToPath(FOLDER),
  // Latin, Greek and Cyrillic letters come with the compiler.
  fontArgs: [
    {
      fontBlobs: readdirSync(FONTS)
        .filter((name) => name.endsWith('.ttf'))
        .map((name) => readFileSync(new URL(name, FONTS))),
    },
  ],
});

async function printReceipt(paper: ReceiptPaper): Promise<Buffer> {
  const compiled = compiler.compile({
    mainFileContent: template,
    inputs: { paper: JSON.stringify(paper) },
  });
  const { result } = compiled;
  if (!result) {
    const problem = compiled.takeError();
    const reasons = problem ? compiler.fetchDiagnostics(problem) : [];
    throw new Error(`The receipt could not be set: ${JSON.stringify(reasons)}`);
  }
  const pdf = compiler.pdf(result, { pdfStandard: PDF_STANDARD });
  // What it remembers of earlier documents would grow with each.
  compiler.evictCache(5);
  return pdf;
}

export const tasks = { printReceipt };
