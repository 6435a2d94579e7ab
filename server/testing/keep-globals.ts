// Test files of one worker share their globals: a server that replaces Request or Response changes them for the files
// after it. Here it fails where it does so.

for (const name of ['Request', 'Response'] as const)
  Object.defineProperty(globalThis, name, { value: globalThis[name], writable: false, configurable: false });
