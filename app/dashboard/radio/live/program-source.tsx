// Loads the settings for other programs when they are asked for.

import { useCallback, useEffect, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { PanelError } from '../../layout/page.tsx';
import { ownApi } from '../../own-api.ts';
import type { Connection } from './client-settings.ts';
import { SourceSettings } from './source-settings.tsx';

export function ProgramSource() {
  const [connection, setConnection] = useState<Connection | null>(null);
  const [problem, setProblem] = useState('');
  const load = useCallback(
    () =>
      ownApi<Connection>('/radio/connection').then(
        (loaded) => {
          setConnection(loaded);
          setProblem('');
        },
        (reason) => setProblem(describeReason(reason)),
      ),
    [],
  );
  useEffect(() => void load(), [load]);
  if (problem) return <PanelError message={problem} onTryAgain={() => void load()} />;
  if (!connection) return <p>{t('dashboard.common.loading')}</p>;
  return <SourceSettings connection={connection} onChange={() => void load()} />;
}
