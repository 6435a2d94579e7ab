// The radio on other websites: the small player to embed, and addresses that programs read.

import { Fact } from '#app/dashboard/layout/fact.tsx';
import { currentLanguage, t } from '#app/language/messages.ts';
import { Panel } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import { CopyButton } from '../copy-button.tsx';

export function ElsewherePanel() {
  const { studio, settings } = useStudio();
  const at = (path: string) => `${settings.siteUrl}${path}`;
  const player = at(`/radio/embed?lang=${currentLanguage().code}`);
  const rows: [label: string, value: string][] = [
    [
      t('dashboard.radio.player_to_embed'),
      `<iframe src="${player}" title="${studio.name.replaceAll('"', '&quot;')}" width="100%" height="72" allow="autoplay"></iframe>`,
    ],
    [t('dashboard.radio.now_playing_address'), at('/api/radio/now-playing')],
    [t('dashboard.radio.now_playing_like_azuracast'), at('/api/nowplaying')],
    [t('dashboard.radio.short_now_playing_address'), at('/api/radio/current.json')],
    [t('dashboard.radio.now_playing_text_address'), at('/api/radio/current.txt')],
  ];
  return (
    <Panel title={t('dashboard.radio.on_other_websites')}>
      <dl className="source-rows source-rows-stacked">
        {rows.map(([label, value]) => (
          <Fact key={label} name={label}>
            <code>{value}</code>
            <CopyButton text={value} label={t('dashboard.radio.copy_label', { label })} />
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}
