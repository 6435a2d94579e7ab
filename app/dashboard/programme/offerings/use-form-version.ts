// Which version of an offering its form is about. The room is read anew whenever a date changes; the form begins anew
// only when it was kept or given up here: whoever is writing must not lose it to what others do.
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
    /** Reads anew, and lets the form begin with this version or a later one once it has come; any newer one by itself. */
    adopt(version = (begun.version ?? 0) + 1): Promise<void> {
      setAwaited(version);
      return revalidate();
    },
  };
}
