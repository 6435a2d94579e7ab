// A hosted Supabase already has it: the host calls this for its own database only.
import { schemaInstaller } from '#backend/database/install-schema.ts';

// By this name the Supabase CLI knows the one table of auth that it must not empty when it resets a database.
export const installAuthSchema = schemaInstaller(
  'auth',
  new URL('./schema/', import.meta.url),
  'schema_migrations',
);
