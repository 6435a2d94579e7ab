const RELEASE_MS = 60_000;

/** Hands a text to the person as a file to save. */
export function offerFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to save by then; an address that stays would keep the text in memory.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS);
}
