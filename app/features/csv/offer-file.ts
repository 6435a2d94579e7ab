const RELEASE_MS = 60_000;

/** Offers a text as a file to save. */
export function offerFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started to save by then; without this, the text would stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS);
}
