// What the database offers to supabase-js, generated from the live schema by "npm run types". Never edited by hand.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];
export type JsonInput = Json | object;

export type Database = {
  // The dialect of PostgREST that the host speaks, for the client.
  __InternalSupabase: {
    PostgrestVersion: '14.1';
  };
  public: {
    Tables: {
      likes: {
        Row: {
          photo_id: number;
          user_id: string;
        };
        Insert: {
          photo_id: number;
          user_id?: string;
        };
        Update: {
          photo_id?: number;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'likes_photo_id_fkey';
            columns: ['photo_id'];
            isOneToOne: false;
            referencedRelation: 'photos';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'likes_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      photos: {
        Row: {
          caption: string;
          id: number;
          inserted_at: string;
          path: string;
          user_id: string;
          visibility: Database['public']['Enums']['visibility'];
        };
        Insert: {
          caption?: string;
          id?: number;
          inserted_at?: string;
          path: string;
          user_id?: string;
          visibility?: Database['public']['Enums']['visibility'];
        };
        Update: {
          caption?: string;
          id?: number;
          inserted_at?: string;
          path?: string;
          user_id?: string;
          visibility?: Database['public']['Enums']['visibility'];
        };
        Relationships: [
          {
            foreignKeyName: 'photos_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      profiles: {
        Row: {
          avatar_url: string | null;
          id: string;
          updated_at: string | null;
          username: string | null;
        };
        Insert: {
          avatar_url?: string | null;
          id: string;
          updated_at?: string | null;
          username?: string | null;
        };
        Update: {
          avatar_url?: string | null;
          id?: string;
          updated_at?: string | null;
          username?: string | null;
        };
        Relationships: [];
      };
    };
    Views: {
      popular_photos: {
        Row: {
          caption: string | null;
          id: number | null;
          like_count: number | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      search_photos: {
        Args: {
          term: string | null;
        };
        Returns: Database['public']['Tables']['photos']['Row'][];
        SetofOptions: {
          from: '*';
          to: 'photos';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
    };
    Enums: {
      visibility: 'private' | 'shared';
    };
    CompositeTypes: { [_ in never]: never };
  };
};

type Offered = Database['public'];

/** A row as it is read from a table or a view. */
export type Tables<Name extends keyof (Offered['Tables'] & Offered['Views'])> = (Offered['Tables'] & Offered['Views'])[Name] extends {
  Row: infer Row;
}
  ? Row
  : never;

/** A row as it is given to a table. */
export type TablesInsert<Name extends keyof Offered['Tables']> = Offered['Tables'][Name] extends { Insert: infer Row } ? Row : never;

/** The part of a row that is changed. */
export type TablesUpdate<Name extends keyof Offered['Tables']> = Offered['Tables'][Name] extends { Update: infer Row } ? Row : never;

export type Enums<Name extends keyof Offered['Enums']> = Offered['Enums'][Name];

export type CompositeTypes<Name extends keyof Offered['CompositeTypes']> = Offered['CompositeTypes'][Name];
