// Which addresses of the site may be linked to. Nothing links to a section that is off or empty.
import { createContext, useContext } from 'react';

const LinkedAddresses = createContext<(to: string) => boolean>(() => true);

export const LinkedAddressesProvider = LinkedAddresses.Provider;

export function useIsLinked(): (to: string) => boolean {
  return useContext(LinkedAddresses);
}
