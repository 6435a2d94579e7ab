// The scripts of the sample studio in their order: texts, sessions around the moment of filling in, what has happened.
import { join } from 'node:path';

const SUPABASE = join(import.meta.dirname, '..', 'supabase');

export const SEED_FILES = [
  join(SUPABASE, 'seed.sql'),
  join(SUPABASE, 'seeds', 'programme.sql'),
  join(SUPABASE, 'seeds', 'activity.sql'),
] as const;
