// How many photos everyone may see. Anyone may ask.
import 'jsr:@supabase/functions-js/edge-runtime.d.ts';
import { createClient } from '@supabase/supabase-js';
import { Hono } from 'hono';

const app = new Hono().basePath('/welcome');

app.get('/count', async (c) => {
  const supabase = createClient(Deno.env.get('SUPABASE_URL') ?? '', Deno.env.get('SUPABASE_ANON_KEY') ?? '');
  const { count } = await supabase.from('photos').select('*', { count: 'exact', head: true });
  return c.json({ photos: count });
});

Deno.serve(app.fetch);
