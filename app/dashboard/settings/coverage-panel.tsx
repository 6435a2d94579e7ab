// How much of the product is written in each language. What a language lacks is English.
import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import { Panel } from '../layout/page.tsx';

export interface LanguageCoverage {
  code: string;
  name: string;
  messages: number;
  translated: number;
}

export function CoveragePanel({ languages }: { languages: LanguageCoverage[] }) {
  return (
    <Panel title={t('dashboard.sentences.coverage')} aside={t('dashboard.sentences.coverage_aside')}>
      <dl className="settings">
        {languages.map(({ code, name, messages, translated }) => (
          <div key={code} className="setting setting-line">
            <dt className="setting-label" lang={code}>
              {name}
            </dt>
            <dd className="setting-value">
              {t('dashboard.sentences.translated_of', {
                translated: formatNumber(translated),
                messages: formatNumber(messages),
                percent: Math.floor((translated / messages) * 100),
              })}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
