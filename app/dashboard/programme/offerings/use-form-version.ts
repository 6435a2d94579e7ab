// Which version of an offering its form edits. The page reloads whenever a session changes; the form is only reset when
// it was saved or discarded here, so that nobody loses what they typed.
import { useState } from 'react';
import { useRevalidator } from 'react-router';

export function useFormVersion(offering: { id: string; version: number } | null) {
  const { revalidate } = useRevalidator();
  const [begun, setBegun] = useState({ id: offering?.id, version: offering?.version });
  const [awaited, setAwaited] = useState<number | null>(null);
  const isOther = offering?.id !== begun.id;
  const hasCome = offering !== null && awaited !== null && offering.version >= awaited;
  if (isOther || hasCome) {
    setBegun({ id: offering?.id, version: offering?.version });
    setAwaited(null);
  }
  return {
    formKey: `${begun.id} ${begun.version}`,
    /** Reloads, and resets the form to this version or a later one once it has loaded. */
    adopt(version = (begun.version ?? 0) + 1): Promise<void> {
      setAwaited(version);
      return revalidate();
    },
  };
}
