// The host has read supabase/functions/.env already: there is nothing left to load.
export const loadSync = (): Record<string, string> => ({});
export const load = async (): Promise<Record<string, string>> => loadSync();
export const config = async (): Promise<Record<string, string>> => loadSync();
