// Microphones of this device.

export interface Microphone {
  id: string;
  name: string;
}

/** Browsers name them only after one was allowed. */
export async function listMicrophones(): Promise<Microphone[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, label }) => kind === 'audioinput' && label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
}
