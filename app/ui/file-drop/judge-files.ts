// Decides which of the chosen files are accepted, and says why others are not. Checks names, types and sizes only; the
// server checks the content.

import { formatBytes } from '#app/language/format-bytes.ts';
import { formatAlternatives } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
export type FileRules = {
  /** As in the native attribute: ".wav,audio/*,image/png". Empty accepts everything. */
  accept?: string;
  maxBytes?: number;
  multiple?: boolean;
};

export type RejectedFile = { name: string; reason: string };

type FileFacts = { name: string; type: string; size: number };

export function judgeFiles<File extends FileFacts>(
  files: readonly File[],
  { accept = '', maxBytes = Number.POSITIVE_INFINITY, multiple = false }: FileRules,
): { accepted: File[]; rejected: RejectedFile[] } {
  const accepted: File[] = [];
  const rejected: RejectedFile[] = [];
  for (const file of files) {
    const reason =
      reasonToReject(file, accept, maxBytes) ??
      (multiple || accepted.length === 0 ? null : t('shared.ui.choose_one_file_at_a_time'));
    if (reason) rejected.push({ name: file.name, reason });
    else accepted.push(file);
  }
  return { accepted, rejected };
}

function reasonToReject(file: FileFacts, accept: string, maxBytes: number): string | null {
  if (!matchesAccept(file, accept))
    return t('shared.ui.this_file_type_is_not_accepted', {
      accept: formatAlternatives(new Set(kindsOf(accept).map(formatKind))),
    });
  if (file.size > maxBytes)
    return t('shared.ui.the_file_is_too_large', {
      size: formatBytes(file.size),
      max: formatBytes(maxBytes),
    });
  if (file.size === 0) return t('shared.ui.the_file_is_empty');
  return null;
}

function kindsOf(accept: string): string[] {
  return accept
    .split(',')
    .map((kind) => kind.trim().toLowerCase())
    .filter(Boolean);
}

/** Names that differ from the end of the type in capitals. */
const KIND_NAMES: Record<string, string> = {
  webp: 'WebP',
  'svg+xml': 'SVG',
  mpeg: 'MP3',
  mp4: 'M4A',
  plain: 'TXT',
  'tab-separated-values': 'TSV',
};

function formatKind(kind: string): string {
  if (kind.endsWith('/*')) return kind;
  const name = kind.replace(/^(\.|.*\/)(x-)?/, '');
  return KIND_NAMES[name] ?? name.toUpperCase();
}

function matchesAccept(file: FileFacts, accept: string): boolean {
  const kinds = kindsOf(accept);
  if (kinds.length === 0) return true;
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return kinds.some((kind) => {
    if (kind.startsWith('.')) return name.endsWith(kind);
    if (kind.endsWith('/*')) return type.startsWith(kind.slice(0, -1));
    return type === kind;
  });
}
