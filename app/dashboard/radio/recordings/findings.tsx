// What the checks of a recording found, in words.
import { formatLength } from '#app/language/format-length.ts';
import { t } from '#app/language/messages.ts';
import type { EpisodeFinding } from '#contracts/episode-checks.ts';

export function Findings({ findings }: { findings: readonly EpisodeFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul className="episode-findings" role="status">
      {findings.map((finding) => (
        <li key={finding.code} data-level={finding.level}>
          {findingText(finding)}
        </li>
      ))}
    </ul>
  );
}

function findingText(finding: EpisodeFinding): string {
  switch (finding.code) {
    case 'episode_too_long':
      return t('dashboard.radio.check_too_long', { minutes: finding.minutes });
    case 'episode_end_faded':
      return t('dashboard.radio.check_end_faded', { seconds: finding.seconds });
    case 'episode_too_short':
      return t('dashboard.radio.check_too_short', { minutes: finding.minutes });
    case 'episode_quiet':
      return t('dashboard.radio.check_quiet', { lufs: finding.lufs });
    case 'episode_pause':
      return t('dashboard.radio.check_pause', { seconds: finding.seconds, at: formatLength(finding.atMs) });
    case 'episode_silent':
      return t('dashboard.radio.check_silent', { seconds: finding.seconds, at: formatLength(finding.atMs) });
  }
}
