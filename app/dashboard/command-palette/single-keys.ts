// Whether single letters do something. People who speak to their computer, or rest on the keys, switch them off.
const STORED = 'onda:letter-keys';

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, 'off');
  } catch {
    // Where nothing can be kept, the keys stay as they are.
  }
}
