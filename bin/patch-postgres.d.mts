export function patchPostgres(): void;
export function patchDriver(before: string, file: string): string;
