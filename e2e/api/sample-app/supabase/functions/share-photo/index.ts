// Makes a photo of the caller visible to all and answers with a link to it.
import { serve } from 'https://deno.land/std@0.168.0/http/server.ts';
import { createClient } from 'https://esm.sh/@supabase/supabase-js@2';
import { corsHeaders } from '../_shared/cors.ts';

serve(async (req: Request) => {
  if (req.method === 'OPTIONS') return new Response('ok', { headers: corsHeaders });
  const headers = { ...corsHeaders, 'Content-Type': 'application/json' };
  try {
    const authorization = req.headers.get('Authorization') ?? '';
    const supabaseClient = createClient(
      Deno.env.get('SUPABASE_URL') ?? '',
      Deno.env.get('SUPABASE_ANON_KEY') ?? '',
      { global: { headers: { Authorization: authorization } } },
    );
    const token = authorization.replace('Bearer ', '');
    const {
      data: { user },
    } = await supabaseClient.auth.getUser(token);
    if (!user) return new Response(JSON.stringify({ error: 'Sign in first' }), { headers, status: 401 });

    const { photoId } = await req.json();
    const { data: photo, error } = await supabaseClient
      .from('photos')
      .update({ visibility: 'shared' })
      .eq('id', photoId)
      .select()
      .single();
    if (error) throw error;

    const admin = createClient(
      Deno.env.get('SUPABASE_URL') ?? '',
      Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? '',
    );
    const { data: link, error: linkError } = await admin.storage
      .from('photos')
      .createSignedUrl(photo.path, 60);
    if (linkError) throw linkError;

    const text = `${Deno.env.get('SHARE_GREETING')}: ${photo.caption}`;
    return new Response(JSON.stringify({ text, url: link.signedUrl, by: user.email }), {
      headers,
      status: 200,
    });
  } catch (error) {
    return new Response(JSON.stringify({ error: error.message }), { headers, status: 400 });
  }
});
