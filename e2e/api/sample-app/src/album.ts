// The app's own module around supabase-js: what its pages call. Knows the address and the public key of the project, nothing else.
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types.ts';

export type Photo = Database['public']['Tables']['photos']['Row'];

export function createAlbum(supabaseUrl: string, supabaseAnonKey: string) {
  const supabase: SupabaseClient<Database> = createClient<Database>(supabaseUrl, supabaseAnonKey, {
    auth: { persistSession: false },
  });

  return {
    async signUp(email: string, password: string, username: string) {
      const { data, error } = await supabase.auth.signUp({
        email,
        password,
        options: { data: { username } },
      });
      if (error) throw error;
      return data.user;
    },

    async signIn(email: string, password: string) {
      const { data, error } = await supabase.auth.signInWithPassword({ email, password });
      if (error) throw error;
      return data.user;
    },

    async lookAround() {
      const { data, error } = await supabase.auth.signInAnonymously();
      if (error) throw error;
      return data.user;
    },

    async addPhoto(file: Blob, caption: string): Promise<Photo> {
      const { data: claims } = await supabase.auth.getClaims();
      const path = `${claims?.claims.sub}/${crypto.randomUUID()}.png`;
      const stored = await supabase.storage.from('photos').upload(path, file, { contentType: 'image/png' });
      if (stored.error) throw stored.error;
      const { data, error } = await supabase.from('photos').insert({ path, caption }).select().single();
      if (error) throw error;
      return data;
    },

    async downloadPhoto(path: string) {
      const { data, error } = await supabase.storage.from('photos').download(path);
      if (error) throw error;
      return data;
    },

    async photos() {
      const { data, error } = await supabase
        .from('photos')
        .select('id, caption, visibility, owner:profiles!photos_user_id_fkey(username), likes(count)')
        .order('id');
      if (error) throw error;
      return data;
    },

    async search(term: string) {
      const { data, error } = await supabase.rpc('search_photos', { term }).select('caption');
      if (error) throw error;
      return data;
    },

    async like(photoId: number) {
      const { error } = await supabase.from('likes').insert({ photo_id: photoId });
      if (error) throw error;
    },

    async popular() {
      const { data, error } = await supabase
        .from('popular_photos')
        .select('caption, like_count')
        .gt('like_count', 0);
      if (error) throw error;
      return data;
    },

    async share(photoId: number) {
      const { data, error } = await supabase.functions.invoke<{ text: string; url: string; by: string }>(
        'share-photo',
        { body: { photoId } },
      );
      if (error) throw error;
      return data;
    },

    async welcome() {
      const { data, error } = await supabase.functions.invoke('welcome/count', { method: 'GET' });
      if (error) throw error;
      return data as { photos: number };
    },

    /** Calls back for every photo that this person may see, as it appears. */
    async watchPhotos(onPhoto: (photo: Photo) => void): Promise<RealtimeChannel> {
      const channel = supabase.channel('new-photos');
      await new Promise<void>((resolve, reject) => {
        channel
          .on<Photo>('postgres_changes', { event: 'INSERT', schema: 'public', table: 'photos' }, (payload) =>
            onPhoto(payload.new),
          )
          .on('system', {}, ({ status }) => {
            if (status === 'ok') resolve();
          })
          .subscribe((status, error) => {
            if (status === 'CHANNEL_ERROR') reject(error ?? new Error('not allowed to listen'));
          });
      });
      return channel;
    },

    /** The private channel of the members: messages, and who is there. */
    async joinMembers(name: string, onMessage: (text: string) => void): Promise<RealtimeChannel> {
      await supabase.realtime.setAuth();
      const channel = supabase.channel('album', { config: { private: true, presence: { key: name } } });
      await new Promise<void>((resolve, reject) => {
        channel
          .on('presence', { event: 'sync' }, () => undefined)
          .on('broadcast', { event: 'message' }, ({ payload }) => onMessage(payload.text))
          .subscribe((status, error) => {
            if (status === 'SUBSCRIBED') resolve();
            if (status === 'CHANNEL_ERROR') reject(error ?? new Error('not a member'));
          });
      });
      await channel.track({ name });
      return channel;
    },

    async leave() {
      await supabase.removeAllChannels();
      await supabase.auth.signOut();
    },
  };
}
