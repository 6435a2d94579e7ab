// Terms that docs/glossary.md replaced do not come back, neither in names nor in sentences. Only what is clearly one of them
// is listed: a plain word such as "letter" or "room" has good uses, too.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Rule {
  found: RegExp;
  use: string;
  /** Paths where the term is meant, as their beginnings. */
  except?: string[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = 'app backend bench bin contracts deploy docs e2e public radio server supabase'.split(' ');
const TEXT = /\.(ts|tsx|mts|mjs|js|css|sql|md|txt|html|conf|service|toml|json)$/;
/** The list itself, and its test. */
const SELF = ['docs/glossary.md', 'bin/glossary.test.mts'];

const RULES: Rule[] = [
  // Names
  { found: /\bMOST_[A-Z]|\bmost(Bytes|Ms|Rows|Count|Pages|Items|Places)\b/, use: 'max…, MAX_…' },
  { found: /\b(kept|keep)(?!Alive)[A-Z]\w*|\b\w+Kept\b|\bkept_\w+|\bis_kept\b/, use: 'save, saved, cached' },
  { found: /\b\w*[a-z]Words\b/, use: 'format…, …Label, …Message', except: ['backend/auth/passwords/'] },
  { found: /\b\w*(Refusal|refusal)\w*\b|\brefused_\w+|\brefused(?=[A-Z])/, use: 'error, rejected' },
  { found: /\b(song)?[wW]ishes\b|\bwishFor\b|\bonWish\b/, use: 'songRequest' },
  { found: /\bheard[A-Z]\w*|\b\w+Heard\b/, use: 'received, playback' },
  { found: /\bpeople_(were|are)_told\b|\btell_teachers\b|\btold_by_\w+/, use: 'notified, recipients' },
  { found: /\b(no|bad|found)_letter\b|\bletter_id\b/, use: 'message, newsletter' },
  { found: /\b[aA]lmanacs?\b/, use: 'utcOffsets' },
  { found: /\bexpress-?[lL]ane\b/, use: 'fastPath' },
  { found: /\bleadOn\b|\blead-on\b/, use: 'redirect' },
  { found: /\binsiders?\b/i, use: 'currentUser' },
  { found: /\bwait_entries\b|\bwaitEntr(y|ies)\b|\bqueue_removed\b/, use: 'waitlist, waitlistEntry' },
  { found: /\bpublic\.pools\b|\bpool:pools\b|table: 'pools'/, use: 'capacity_pools' },
  { found: /\bdesk:bell\b|\bring_desk\w*|\bliveBell\b/, use: 'live counts' },
  { found: /\bHOUSE_[A-Z]|\bstanding\.ts\b|\bSTANDING_[A-Z]/, use: 'STUDIO_…, staleData' },
  { found: /'(desk|mail\.queue_\w+)'/, use: 'studio', except: ['app/features/sign-in/code-text.test.ts'] },
  // Sentences
  { found: /\b[wW]hoever\b/, use: 'anyone who, the person who', except: ['supabase/seed.sql'] },
  // The studio's own voice may say it.
  {
    found: /\b[sS]omebody\b/,
    use: 'someone',
    except: ['supabase/seed.sql', 'app/site/about/', 'app/site/policies/'],
  },
  {
    found: /(?<!PostgreSQL |onnection )\brefuse[sd]?\b/,
    use: 'rejects, rejected',
    except: ['supabase/seed.sql'],
  },
  { found: /\bwish(es|ed)?\b/i, use: 'request, songRequest', except: ['supabase/seed.sql'] },
  { found: /\bfront desk\b/i, use: 'at the studio' },
  {
    found: /\bfell over\b|\bno such room\b|\bThis room is not yours\b/i,
    use: 'Something went wrong, Page not found',
  },
  {
    found: /\b(stands?|stood|moved|joined|left|out of) (in )?the queue\b/,
    use: 'waiting list',
    except: ['app/dashboard/radio/'],
  },
  { found: /\bPlease write down\b|, please\.'/, use: 'Give …, Enter …, Use at most …' },
  { found: /\bthe letter (goes|went|is sent|was sent|needs)\b/i, use: 'newsletter' },
  { found: /\bkept reads?\b|\bkept pages?\b/i, use: 'read cache, page cache' },
  { found: /\bin clear words\b|\b(refused|rejected) in words\b/, use: 'with an error' },
];

function textFiles(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.split(sep).join('/')}`,
    ),
  );
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.md') || name.endsWith('.config.ts'));
  return [...inFolders, ...atRoot].filter(
    (path) => TEXT.test(path) && !SELF.includes(path) && !path.includes('node_modules/'),
  );
}

it('uses no term that the glossary replaced', () => {
  const wrong: string[] = [];
  for (const path of textFiles()) {
    const text = readFileSync(join(root, path), 'utf8');
    // Most files have none of them: asked once for the whole file, and line by line only where there is one.
    const rules = RULES.filter(
      ({ found, except = [] }) => found.test(text) && !except.some((start) => path.startsWith(start)),
    );
    if (rules.length === 0) continue;
    for (const [index, line] of text.split('\n').entries())
      for (const { found, use } of rules) {
        const term = found.exec(line)?.[0];
        if (term) wrong.push(`${path}:${index + 1} says "${term}": use ${use}`);
      }
  }
  expect(wrong).toEqual([]);
});
