// Opens the print dialogue; without scripts it is hidden.

import { useEffect, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';

export function PrintButton() {
  const [canPrint, setCanPrint] = useState(false);
  useEffect(() => setCanPrint(true), []);
  if (!canPrint) return null;
  return (
    <Button variant="secondary" onClick={() => print()}>
      {t('site.booking.print')}
    </Button>
  );
}
