// Chapters as people type them: one line each, "12:30 Title". Pure.

export interface Chapter {
  start_ms: number;
  title: string;
}

const LINE = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\s+(\S.*)$/;

export function chaptersText(chapters: readonly Chapter[]): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return chapters
    .map(({ start_ms, title }) => {
      const seconds = Math.floor(start_ms / 1000);
      const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
      const clock = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
      return `${clock}:${two(seconds % 60)} ${title}`;
    })
    .join('\n');
}

/** In order of time; `wrong` is the first line that is no chapter. */
export function parseChapters(text: string): { chapters: Chapter[]; wrong?: string } {
  const chapters: Chapter[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const [, hours = '0', minutes = '', seconds = '', title = ''] = LINE.exec(line) ?? [];
    if (title === '' || Number(seconds) > 59) return { chapters: [], wrong: line };
    const start_ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    chapters.push({ start_ms, title: title.slice(0, 300) });
  }
  return { chapters: chapters.sort((a, b) => a.start_ms - b.start_ms) };
}
