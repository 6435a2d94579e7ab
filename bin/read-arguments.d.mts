export type Arguments =
  | { exit: { code: number; text: string }; isDevelopment?: never; isBackendAlone?: never }
  | { exit?: never; isDevelopment: boolean; isBackendAlone: boolean };
export function readArguments(given: string[]): Arguments;
