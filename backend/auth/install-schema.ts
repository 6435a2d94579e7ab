// A hosted Supabase already has it: the host calls this for its own database only.
import { schemaInstaller } from '#backend/database/install-schema.ts';

export const installAuthSchema = schemaInstaller('auth', new URL('./schema/', import.meta.url));
