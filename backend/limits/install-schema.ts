// Ours on every database, also on a hosted Supabase.
import { schemaInstaller } from '#backend/database/install-schema.ts';

export const installLimitsSchema = schemaInstaller('rate_limits', new URL('./schema/', import.meta.url));
