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
      attendance: {
        Row: {
          booking_id: string;
          device: string;
          mark: 'present' | 'late' | 'absent' | 'excused';
          marked_at: string;
          marked_by: string | null;
          note: string;
          rival_at: string | null;
          rival_by: string | null;
          rival_mark: 'present' | 'late' | 'absent' | 'excused' | null;
          session_id: string;
          version: number;
        };
        Insert: {
          booking_id: string;
          device?: string;
          mark: 'present' | 'late' | 'absent' | 'excused';
          marked_at: string;
          marked_by?: string | null;
          note?: string;
          rival_at?: string | null;
          rival_by?: string | null;
          rival_mark?: 'present' | 'late' | 'absent' | 'excused' | null;
          session_id: string;
          version?: number;
        };
        Update: {
          booking_id?: string;
          device?: string;
          mark?: 'present' | 'late' | 'absent' | 'excused';
          marked_at?: string;
          marked_by?: string | null;
          note?: string;
          rival_at?: string | null;
          rival_by?: string | null;
          rival_mark?: 'present' | 'late' | 'absent' | 'excused' | null;
          session_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'attendance_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'attendance_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      attendance_marks: {
        Row: {
          arrived_at: string;
          booking_id: string;
          device: string;
          device_at: string;
          id: number;
          mark: 'present' | 'late' | 'absent' | 'excused';
          marked_at: string;
          marked_by: string | null;
          session_id: string;
        };
        Insert: {
          arrived_at?: string;
          booking_id: string;
          device: string;
          device_at: string;
          id?: never;
          mark: 'present' | 'late' | 'absent' | 'excused';
          marked_at: string;
          marked_by?: string | null;
          session_id: string;
        };
        Update: {
          arrived_at?: string;
          booking_id?: string;
          device?: string;
          device_at?: string;
          id?: never;
          mark?: 'present' | 'late' | 'absent' | 'excused';
          marked_at?: string;
          marked_by?: string | null;
          session_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'attendance_marks_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'attendance_marks_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      audit_events: {
        Row: {
          action: string;
          actor: string | null;
          area: string;
          at: string;
          details: Json;
          id: number;
          subject: string;
          table_name: string;
        };
        Insert: {
          action: string;
          actor?: string | null;
          area: string;
          at?: string;
          details?: JsonInput;
          id?: never;
          subject?: string;
          table_name?: string;
        };
        Update: {
          action?: string;
          actor?: string | null;
          area?: string;
          at?: string;
          details?: JsonInput;
          id?: never;
          subject?: string;
          table_name?: string;
        };
        Relationships: [];
      };
      backup_copies: {
        Row: {
          attempts: number;
          backup_id: string | null;
          beat_at: string;
          error: Json | null;
          file: string;
          made_at: string;
          sent_at: string | null;
          sha256: string | null;
          share: number;
          size_bytes: number | null;
          state: 'waiting' | 'sending' | 'done' | 'failed' | 'missing';
          test_result: Json | null;
          test_state: 'running' | 'passed' | 'failed' | null;
          tested_at: string | null;
        };
        Insert: {
          attempts?: number;
          backup_id?: string | null;
          beat_at?: string;
          error?: JsonInput | null;
          file: string;
          made_at: string;
          sent_at?: string | null;
          sha256?: string | null;
          share?: number;
          size_bytes?: number | null;
          state?: 'waiting' | 'sending' | 'done' | 'failed' | 'missing';
          test_result?: JsonInput | null;
          test_state?: 'running' | 'passed' | 'failed' | null;
          tested_at?: string | null;
        };
        Update: {
          attempts?: number;
          backup_id?: string | null;
          beat_at?: string;
          error?: JsonInput | null;
          file?: string;
          made_at?: string;
          sent_at?: string | null;
          sha256?: string | null;
          share?: number;
          size_bytes?: number | null;
          state?: 'waiting' | 'sending' | 'done' | 'failed' | 'missing';
          test_result?: JsonInput | null;
          test_state?: 'running' | 'passed' | 'failed' | null;
          tested_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'backup_copies_backup_id_fkey';
            columns: ['backup_id'];
            isOneToOne: false;
            referencedRelation: 'backups';
            referencedColumns: ['id'];
          },
        ];
      };
      backup_settings: {
        Row: {
          copies_since: string | null;
          copies_target: string | null;
          hour: number | null;
          id: boolean;
          retained_count: number;
        };
        Insert: {
          copies_since?: string | null;
          copies_target?: string | null;
          hour?: number | null;
          id?: boolean;
          retained_count?: number;
        };
        Update: {
          copies_since?: string | null;
          copies_target?: string | null;
          hour?: number | null;
          id?: boolean;
          retained_count?: number;
        };
        Relationships: [];
      };
      backups: {
        Row: {
          beat_at: string;
          error: Json | null;
          file: string;
          file_total: number | null;
          finished_at: string | null;
          id: string;
          kind: 'manual' | 'scheduled';
          made_by: string | null;
          program: string;
          row_total: number | null;
          share: number;
          size_bytes: number | null;
          started_at: string;
          state: 'running' | 'done' | 'failed';
          step: Json | null;
          test_result: Json | null;
          test_state: 'running' | 'passed' | 'failed' | null;
          tested_at: string | null;
        };
        Insert: {
          beat_at?: string;
          error?: JsonInput | null;
          file: string;
          file_total?: number | null;
          finished_at?: string | null;
          id?: string;
          kind: 'manual' | 'scheduled';
          made_by?: string | null;
          program?: string;
          row_total?: number | null;
          share?: number;
          size_bytes?: number | null;
          started_at?: string;
          state?: 'running' | 'done' | 'failed';
          step?: JsonInput | null;
          test_result?: JsonInput | null;
          test_state?: 'running' | 'passed' | 'failed' | null;
          tested_at?: string | null;
        };
        Update: {
          beat_at?: string;
          error?: JsonInput | null;
          file?: string;
          file_total?: number | null;
          finished_at?: string | null;
          id?: string;
          kind?: 'manual' | 'scheduled';
          made_by?: string | null;
          program?: string;
          row_total?: number | null;
          share?: number;
          size_bytes?: number | null;
          started_at?: string;
          state?: 'running' | 'done' | 'failed';
          step?: JsonInput | null;
          test_result?: JsonInput | null;
          test_state?: 'running' | 'passed' | 'failed' | null;
          tested_at?: string | null;
        };
        Relationships: [];
      };
      booking_settings: {
        Row: {
          card_hold_min: number;
          hold_min: number;
          id: boolean;
          max_holds: number;
          max_places: number;
          offer_min: number;
          transfer_account: string;
          transfer_days: number;
          unproven_per_hour: number;
          unproven_percent: number;
        };
        Insert: {
          card_hold_min?: number;
          hold_min?: number;
          id?: boolean;
          max_holds?: number;
          max_places?: number;
          offer_min?: number;
          transfer_account?: string;
          transfer_days?: number;
          unproven_per_hour?: number;
          unproven_percent?: number;
        };
        Update: {
          card_hold_min?: number;
          hold_min?: number;
          id?: boolean;
          max_holds?: number;
          max_places?: number;
          offer_min?: number;
          transfer_account?: string;
          transfer_days?: number;
          unproven_per_hour?: number;
          unproven_percent?: number;
        };
        Relationships: [];
      };
      bookings: {
        Row: {
          answers: Json;
          born_on: string | null;
          cancelled_at: string | null;
          cancelled_by: 'guest' | 'studio' | null;
          created_at: string;
          currency: string;
          dates: number;
          id: string;
          is_outside_age: boolean;
          name: string;
          note: string;
          order_id: string;
          participant_id: string | null;
          pass_id: string | null;
          policy: Json;
          pool_id: string;
          price_cents: number;
          retained_cents: number;
          seats_when_cancelled: number | null;
          state: 'pending' | 'seated' | 'cancelled' | 'lapsed';
          voucher_cents: number;
        };
        Insert: {
          answers?: JsonInput;
          born_on?: string | null;
          cancelled_at?: string | null;
          cancelled_by?: 'guest' | 'studio' | null;
          created_at?: string;
          currency: string;
          dates?: number;
          id?: string;
          is_outside_age?: boolean;
          name: string;
          note?: string;
          order_id: string;
          participant_id?: string | null;
          pass_id?: string | null;
          policy: JsonInput;
          pool_id: string;
          price_cents: number;
          retained_cents?: number;
          seats_when_cancelled?: number | null;
          state: 'pending' | 'seated' | 'cancelled' | 'lapsed';
          voucher_cents?: number;
        };
        Update: {
          answers?: JsonInput;
          born_on?: string | null;
          cancelled_at?: string | null;
          cancelled_by?: 'guest' | 'studio' | null;
          created_at?: string;
          currency?: string;
          dates?: number;
          id?: string;
          is_outside_age?: boolean;
          name?: string;
          note?: string;
          order_id?: string;
          participant_id?: string | null;
          pass_id?: string | null;
          policy?: JsonInput;
          pool_id?: string;
          price_cents?: number;
          retained_cents?: number;
          seats_when_cancelled?: number | null;
          state?: 'pending' | 'seated' | 'cancelled' | 'lapsed';
          voucher_cents?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bookings_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bookings_participant_id_fkey';
            columns: ['participant_id'];
            isOneToOne: false;
            referencedRelation: 'participants';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bookings_pass_id_fkey';
            columns: ['pass_id'];
            isOneToOne: false;
            referencedRelation: 'passes';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bookings_pool_id_fkey';
            columns: ['pool_id'];
            isOneToOne: false;
            referencedRelation: 'capacity_pools';
            referencedColumns: ['id'];
          },
        ];
      };
      business: {
        Row: {
          address: string;
          asks_buyer_details: boolean;
          id: boolean;
          legal_name: string;
          register: string;
          tax_name: string;
          tax_note: string;
          tax_number: string;
          tax_percent: number;
          updated_at: string;
          vat_status: 'unknown' | 'charged' | 'exempt';
        };
        Insert: {
          address?: string;
          asks_buyer_details?: boolean;
          id?: boolean;
          legal_name?: string;
          register?: string;
          tax_name?: string;
          tax_note?: string;
          tax_number?: string;
          tax_percent?: number;
          updated_at?: string;
          vat_status?: 'unknown' | 'charged' | 'exempt';
        };
        Update: {
          address?: string;
          asks_buyer_details?: boolean;
          id?: boolean;
          legal_name?: string;
          register?: string;
          tax_name?: string;
          tax_note?: string;
          tax_number?: string;
          tax_percent?: number;
          updated_at?: string;
          vat_status?: 'unknown' | 'charged' | 'exempt';
        };
        Relationships: [];
      };
      cancellation_policies: {
        Row: {
          full_until_h: number;
          id: string;
          late_credit_percent: number;
          name: string;
          summary: string;
          translations: Json;
        };
        Insert: {
          full_until_h: number;
          id: string;
          late_credit_percent: number;
          name?: string;
          summary?: string;
          translations?: JsonInput;
        };
        Update: {
          full_until_h?: number;
          id?: string;
          late_credit_percent?: number;
          name?: string;
          summary?: string;
          translations?: JsonInput;
        };
        Relationships: [];
      };
      capacity_pools: {
        Row: {
          capacity: number;
          held: number;
          id: string;
          offered: number;
          seats: number;
          taken: number;
          waiting: number;
        };
        Insert: {
          capacity: number;
          held?: number;
          id?: string;
          offered?: number;
          seats?: number;
          taken?: never;
          waiting?: number;
        };
        Update: {
          capacity?: number;
          held?: number;
          id?: string;
          offered?: number;
          seats?: number;
          taken?: never;
          waiting?: number;
        };
        Relationships: [];
      };
      checked_texts: {
        Row: {
          place: string;
          text: string;
        };
        Insert: {
          place: string;
          text: string;
        };
        Update: {
          place?: string;
          text?: string;
        };
        Relationships: [];
      };
      closed_days: {
        Row: {
          ends_on: string;
          id: string;
          name: string;
          starts_on: string;
        };
        Insert: {
          ends_on: string;
          id?: string;
          name: string;
          starts_on: string;
        };
        Update: {
          ends_on?: string;
          id?: string;
          name?: string;
          starts_on?: string;
        };
        Relationships: [];
      };
      consents: {
        Row: {
          given_at: string;
          id: number;
          kind: 'terms' | 'privacy' | 'photos' | 'newsletter';
          participant_id: string | null;
          user_id: string | null;
          version: string;
          withdrawn_at: string | null;
        };
        Insert: {
          given_at?: string;
          id?: never;
          kind: 'terms' | 'privacy' | 'photos' | 'newsletter';
          participant_id?: string | null;
          user_id?: string | null;
          version: string;
          withdrawn_at?: string | null;
        };
        Update: {
          given_at?: string;
          id?: never;
          kind?: 'terms' | 'privacy' | 'photos' | 'newsletter';
          participant_id?: string | null;
          user_id?: string | null;
          version?: string;
          withdrawn_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'consents_participant_id_fkey';
            columns: ['participant_id'];
            isOneToOne: false;
            referencedRelation: 'participants';
            referencedColumns: ['id'];
          },
        ];
      };
      contact_entries: {
        Row: {
          at: string;
          author: string | null;
          body: string;
          id: number;
          kind: 'reply' | 'note' | 'state' | 'assigned';
          mail_id: string | null;
          message_id: string;
        };
        Insert: {
          at?: string;
          author?: string | null;
          body: string;
          id?: never;
          kind: 'reply' | 'note' | 'state' | 'assigned';
          mail_id?: string | null;
          message_id: string;
        };
        Update: {
          at?: string;
          author?: string | null;
          body?: string;
          id?: never;
          kind?: 'reply' | 'note' | 'state' | 'assigned';
          mail_id?: string | null;
          message_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'contact_entries_message_id_fkey';
            columns: ['message_id'];
            isOneToOne: false;
            referencedRelation: 'contact_messages';
            referencedColumns: ['id'];
          },
        ];
      };
      contact_messages: {
        Row: {
          answered_at: string | null;
          assigned_to: string | null;
          email: string;
          id: string;
          is_demo: boolean;
          language: string;
          message: string;
          name: string;
          received_at: string;
          state: 'open' | 'answered' | 'done' | 'spam';
        };
        Insert: {
          answered_at?: string | null;
          assigned_to?: string | null;
          email: string;
          id?: string;
          is_demo?: boolean;
          language?: string;
          message: string;
          name: string;
          received_at?: string;
          state?: 'open' | 'answered' | 'done' | 'spam';
        };
        Update: {
          answered_at?: string | null;
          assigned_to?: string | null;
          email?: string;
          id?: string;
          is_demo?: boolean;
          language?: string;
          message?: string;
          name?: string;
          received_at?: string;
          state?: 'open' | 'answered' | 'done' | 'spam';
        };
        Relationships: [];
      };
      content_revisions: {
        Row: {
          fields: Json;
          made_at: string;
          made_by: string | null;
          made_name: string;
          note: string;
          ref: string;
          relation: string;
          version: number;
        };
        Insert: {
          fields: JsonInput;
          made_at?: string;
          made_by?: string | null;
          made_name?: string;
          note?: string;
          ref: string;
          relation: string;
          version: number;
        };
        Update: {
          fields?: JsonInput;
          made_at?: string;
          made_by?: string | null;
          made_name?: string;
          note?: string;
          ref?: string;
          relation?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'content_revisions_relation_ref_fkey';
            columns: ['relation', 'ref'];
            isOneToOne: false;
            referencedRelation: 'contents';
            referencedColumns: ['relation', 'ref'];
          },
        ];
      };
      contents: {
        Row: {
          fields: Json;
          has_changes: boolean;
          preview_token: string;
          preview_until: string;
          publish_at: string | null;
          published_at: string | null;
          ref: string;
          relation: 'posts' | 'works' | 'people' | 'pages';
          slug: string;
          title: string;
          trashed_at: string | null;
          updated_at: string;
          updated_by: string | null;
          updated_name: string;
          version: number;
          was_published_at: string | null;
        };
        Insert: {
          fields: JsonInput;
          has_changes?: boolean;
          preview_token?: string;
          preview_until?: string;
          publish_at?: string | null;
          published_at?: string | null;
          ref: string;
          relation: 'posts' | 'works' | 'people' | 'pages';
          slug: string;
          title: string;
          trashed_at?: string | null;
          updated_at?: string;
          updated_by?: string | null;
          updated_name?: string;
          version?: number;
          was_published_at?: string | null;
        };
        Update: {
          fields?: JsonInput;
          has_changes?: boolean;
          preview_token?: string;
          preview_until?: string;
          publish_at?: string | null;
          published_at?: string | null;
          ref?: string;
          relation?: 'posts' | 'works' | 'people' | 'pages';
          slug?: string;
          title?: string;
          trashed_at?: string | null;
          updated_at?: string;
          updated_by?: string | null;
          updated_name?: string;
          version?: number;
          was_published_at?: string | null;
        };
        Relationships: [];
      };
      disciplines: {
        Row: {
          color: 'blue' | 'cyan' | 'teal' | 'lime' | 'yellow' | 'orange' | 'coral' | 'pink' | 'violet' | 'grey';
          created_at: string;
          description: string;
          name: string;
          position: number;
          slug: string;
          translations: Json;
        };
        Insert: {
          color: 'blue' | 'cyan' | 'teal' | 'lime' | 'yellow' | 'orange' | 'coral' | 'pink' | 'violet' | 'grey';
          created_at?: string;
          description?: string;
          name: string;
          position: number;
          slug: string;
          translations?: JsonInput;
        };
        Update: {
          color?: 'blue' | 'cyan' | 'teal' | 'lime' | 'yellow' | 'orange' | 'coral' | 'pink' | 'violet' | 'grey';
          created_at?: string;
          description?: string;
          name?: string;
          position?: number;
          slug?: string;
          translations?: JsonInput;
        };
        Relationships: [];
      };
      guardians: {
        Row: {
          household_id: string;
          since: string;
          user_id: string;
        };
        Insert: {
          household_id: string;
          since?: string;
          user_id: string;
        };
        Update: {
          household_id?: string;
          since?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'guardians_household_id_fkey';
            columns: ['household_id'];
            isOneToOne: false;
            referencedRelation: 'households';
            referencedColumns: ['id'];
          },
        ];
      };
      holds: {
        Row: {
          created_at: string;
          currency: string;
          dates: number;
          expires_at: string;
          id: string;
          is_proven: boolean;
          order_id: string | null;
          places: number;
          policy: Json;
          pool_id: string;
          price_cents: number;
          session_id: string;
          state: 'live' | 'used' | 'released' | 'expired';
          user_id: string | null;
          waitlist_entry_id: number | null;
        };
        Insert: {
          created_at?: string;
          currency: string;
          dates?: number;
          expires_at: string;
          id?: string;
          is_proven?: boolean;
          order_id?: string | null;
          places: number;
          policy: JsonInput;
          pool_id: string;
          price_cents: number;
          session_id: string;
          state?: 'live' | 'used' | 'released' | 'expired';
          user_id?: string | null;
          waitlist_entry_id?: number | null;
        };
        Update: {
          created_at?: string;
          currency?: string;
          dates?: number;
          expires_at?: string;
          id?: string;
          is_proven?: boolean;
          order_id?: string | null;
          places?: number;
          policy?: JsonInput;
          pool_id?: string;
          price_cents?: number;
          session_id?: string;
          state?: 'live' | 'used' | 'released' | 'expired';
          user_id?: string | null;
          waitlist_entry_id?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'holds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: true;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'holds_pool_id_fkey';
            columns: ['pool_id'];
            isOneToOne: false;
            referencedRelation: 'capacity_pools';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'holds_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'holds_waitlist_entry_id_fkey';
            columns: ['waitlist_entry_id'];
            isOneToOne: true;
            referencedRelation: 'waitlist_entries';
            referencedColumns: ['id'];
          },
        ];
      };
      household_merges: {
        Row: {
          at: string;
          id: string;
          merged_by: string | null;
          merged_id: string;
          moved: Json;
          reason: string;
          target_id: string;
          undone_at: string | null;
          undone_by: string | null;
        };
        Insert: {
          at?: string;
          id?: string;
          merged_by?: string | null;
          merged_id: string;
          moved: JsonInput;
          reason: string;
          target_id: string;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Update: {
          at?: string;
          id?: string;
          merged_by?: string | null;
          merged_id?: string;
          moved?: JsonInput;
          reason?: string;
          target_id?: string;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Relationships: [];
      };
      household_notes: {
        Row: {
          at: string;
          author: string | null;
          body: string;
          household_id: string;
          id: number;
        };
        Insert: {
          at?: string;
          author?: string | null;
          body: string;
          household_id: string;
          id?: never;
        };
        Update: {
          at?: string;
          author?: string | null;
          body?: string;
          household_id?: string;
          id?: never;
        };
        Relationships: [
          {
            foreignKeyName: 'household_notes_household_id_fkey';
            columns: ['household_id'];
            isOneToOne: false;
            referencedRelation: 'households';
            referencedColumns: ['id'];
          },
        ];
      };
      households: {
        Row: {
          created_at: string;
          email: string | null;
          id: string;
          is_demo: boolean;
          name: string;
          phone: string | null;
        };
        Insert: {
          created_at?: string;
          email?: string | null;
          id?: string;
          is_demo?: boolean;
          name?: string;
          phone?: string | null;
        };
        Update: {
          created_at?: string;
          email?: string | null;
          id?: string;
          is_demo?: boolean;
          name?: string;
          phone?: string | null;
        };
        Relationships: [];
      };
      import_rows: {
        Row: {
          data: Json;
          import_id: string;
          line: number;
          message: string;
          outcome: 'created' | 'changed' | 'matched' | 'rejected' | null;
          reason: Json | null;
        };
        Insert: {
          data: JsonInput;
          import_id: string;
          line: number;
          message?: string;
          outcome?: 'created' | 'changed' | 'matched' | 'rejected' | null;
          reason?: JsonInput | null;
        };
        Update: {
          data?: JsonInput;
          import_id?: string;
          line?: number;
          message?: string;
          outcome?: 'created' | 'changed' | 'matched' | 'rejected' | null;
          reason?: JsonInput | null;
        };
        Relationships: [
          {
            foreignKeyName: 'import_rows_import_id_fkey';
            columns: ['import_id'];
            isOneToOne: false;
            referencedRelation: 'imports';
            referencedColumns: ['id'];
          },
        ];
      };
      imports: {
        Row: {
          changed_count: number;
          created_count: number;
          done_at: string | null;
          file_name: string;
          id: string;
          kind: 'people' | 'bookings' | 'tracks';
          made_at: string;
          made_by: string | null;
          matched_count: number;
          rejected_count: number;
          row_count: number;
          state: 'filling' | 'checked' | 'done';
        };
        Insert: {
          changed_count?: number;
          created_count?: number;
          done_at?: string | null;
          file_name?: string;
          id?: string;
          kind: 'people' | 'bookings' | 'tracks';
          made_at?: string;
          made_by?: string | null;
          matched_count?: number;
          rejected_count?: number;
          row_count?: number;
          state?: 'filling' | 'checked' | 'done';
        };
        Update: {
          changed_count?: number;
          created_count?: number;
          done_at?: string | null;
          file_name?: string;
          id?: string;
          kind?: 'people' | 'bookings' | 'tracks';
          made_at?: string;
          made_by?: string | null;
          matched_count?: number;
          rejected_count?: number;
          row_count?: number;
          state?: 'filling' | 'checked' | 'done';
        };
        Relationships: [];
      };
      media: {
        Row: {
          alt: string;
          colour: string;
          created_at: string;
          credit: string;
          file_name: string;
          focal_x: number;
          focal_y: number;
          height: number;
          id: string;
          is_demo: boolean;
          is_described: boolean;
          path: string;
          size_bytes: number;
          translations: Json;
          updated_at: string;
          width: number;
        };
        Insert: {
          alt?: string;
          colour: string;
          created_at?: string;
          credit?: string;
          file_name?: string;
          focal_x?: number;
          focal_y?: number;
          height: number;
          id?: string;
          is_demo?: boolean;
          is_described?: never;
          path: string;
          size_bytes: number;
          translations?: JsonInput;
          updated_at?: string;
          width: number;
        };
        Update: {
          alt?: string;
          colour?: string;
          created_at?: string;
          credit?: string;
          file_name?: string;
          focal_x?: number;
          focal_y?: number;
          height?: number;
          id?: string;
          is_demo?: boolean;
          is_described?: never;
          path?: string;
          size_bytes?: number;
          translations?: JsonInput;
          updated_at?: string;
          width?: number;
        };
        Relationships: [];
      };
      media_uses: {
        Row: {
          media_id: string;
          ref: string;
          relation: string;
          shown_from: string | null;
          title: string;
        };
        Insert: {
          media_id: string;
          ref: string;
          relation: string;
          shown_from?: string | null;
          title: string;
        };
        Update: {
          media_id?: string;
          ref?: string;
          relation?: string;
          shown_from?: string | null;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'media_uses_media_id_fkey';
            columns: ['media_id'];
            isOneToOne: false;
            referencedRelation: 'media';
            referencedColumns: ['id'];
          },
        ];
      };
      newsletter_deliveries: {
        Row: {
          issue_id: string;
          mail_id: string | null;
          state: 'queued' | 'written' | 'left';
          subscriber_id: string;
        };
        Insert: {
          issue_id: string;
          mail_id?: string | null;
          state?: 'queued' | 'written' | 'left';
          subscriber_id: string;
        };
        Update: {
          issue_id?: string;
          mail_id?: string | null;
          state?: 'queued' | 'written' | 'left';
          subscriber_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'newsletter_deliveries_issue_id_fkey';
            columns: ['issue_id'];
            isOneToOne: false;
            referencedRelation: 'newsletter_issues';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'newsletter_deliveries_subscriber_id_fkey';
            columns: ['subscriber_id'];
            isOneToOne: false;
            referencedRelation: 'newsletter_subscribers';
            referencedColumns: ['id'];
          },
        ];
      };
      newsletter_issues: {
        Row: {
          blocks: Json;
          changed_at: string;
          created_at: string;
          id: string;
          readers: number;
          sent_at: string | null;
          state: 'draft' | 'sending' | 'sent' | 'stopped';
          subject: string;
          version: number;
          written_by: string | null;
        };
        Insert: {
          blocks?: JsonInput;
          changed_at?: string;
          created_at?: string;
          id?: string;
          readers?: number;
          sent_at?: string | null;
          state?: 'draft' | 'sending' | 'sent' | 'stopped';
          subject?: string;
          version?: number;
          written_by?: string | null;
        };
        Update: {
          blocks?: JsonInput;
          changed_at?: string;
          created_at?: string;
          id?: string;
          readers?: number;
          sent_at?: string | null;
          state?: 'draft' | 'sending' | 'sent' | 'stopped';
          subject?: string;
          version?: number;
          written_by?: string | null;
        };
        Relationships: [];
      };
      newsletter_subscribers: {
        Row: {
          asked_at: string;
          confirmed_at: string | null;
          email: string;
          id: string;
          language: string;
          left_at: string | null;
          state: 'pending' | 'confirmed' | 'left';
        };
        Insert: {
          asked_at?: string;
          confirmed_at?: string | null;
          email: string;
          id?: string;
          language?: string;
          left_at?: string | null;
          state?: 'pending' | 'confirmed' | 'left';
        };
        Update: {
          asked_at?: string;
          confirmed_at?: string | null;
          email?: string;
          id?: string;
          language?: string;
          left_at?: string | null;
          state?: 'pending' | 'confirmed' | 'left';
        };
        Relationships: [];
      };
      offerings: {
        Row: {
          access: string;
          age_from: number;
          age_to: number | null;
          archived_at: string | null;
          body: string;
          bring: string;
          created_at: string;
          currency: string;
          discipline: string;
          id: string;
          is_demo: boolean;
          kind: 'class' | 'course' | 'workshop' | 'event';
          level: 'open' | 'beginner' | 'intermediate' | 'advanced';
          media_id: string | null;
          policy_id: string;
          price_cents: number;
          published_at: string | null;
          slug: string;
          summary: string;
          teacher_id: string | null;
          title: string;
          translations: Json;
          usual_capacity: number;
          version: number;
        };
        Insert: {
          access?: string;
          age_from?: number;
          age_to?: number | null;
          archived_at?: string | null;
          body: string;
          bring?: string;
          created_at?: string;
          currency: string;
          discipline: string;
          id?: string;
          is_demo?: boolean;
          kind: 'class' | 'course' | 'workshop' | 'event';
          level?: 'open' | 'beginner' | 'intermediate' | 'advanced';
          media_id?: string | null;
          policy_id?: string;
          price_cents: number;
          published_at?: string | null;
          slug: string;
          summary: string;
          teacher_id?: string | null;
          title: string;
          translations?: JsonInput;
          usual_capacity?: number;
          version?: number;
        };
        Update: {
          access?: string;
          age_from?: number;
          age_to?: number | null;
          archived_at?: string | null;
          body?: string;
          bring?: string;
          created_at?: string;
          currency?: string;
          discipline?: string;
          id?: string;
          is_demo?: boolean;
          kind?: 'class' | 'course' | 'workshop' | 'event';
          level?: 'open' | 'beginner' | 'intermediate' | 'advanced';
          media_id?: string | null;
          policy_id?: string;
          price_cents?: number;
          published_at?: string | null;
          slug?: string;
          summary?: string;
          teacher_id?: string | null;
          title?: string;
          translations?: JsonInput;
          usual_capacity?: number;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'offerings_discipline_fkey';
            columns: ['discipline'];
            isOneToOne: false;
            referencedRelation: 'disciplines';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'offerings_media_id_fkey';
            columns: ['media_id'];
            isOneToOne: false;
            referencedRelation: 'media';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'offerings_policy_id_fkey';
            columns: ['policy_id'];
            isOneToOne: false;
            referencedRelation: 'cancellation_policies';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'offerings_teacher_id_fkey';
            columns: ['teacher_id'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      opening_hours: {
        Row: {
          closes: string;
          opens: string;
          weekday: number;
        };
        Insert: {
          closes: string;
          opens: string;
          weekday: number;
        };
        Update: {
          closes?: string;
          opens?: string;
          weekday?: number;
        };
        Relationships: [];
      };
      orders: {
        Row: {
          allowed_cents: number;
          buyer_address: string;
          buyer_email: string;
          buyer_name: string;
          buyer_phone: string;
          buyer_tax_number: string;
          confirmed_at: string | null;
          created_at: string;
          currency: string;
          due_at: string | null;
          id: string;
          is_demo: boolean;
          kind: 'booking' | 'pass' | 'voucher';
          language: string;
          method: 'studio' | 'transfer' | 'card' | 'pass' | 'none';
          number: string;
          paid_cents: number;
          state: 'pending' | 'confirmed' | 'cancelled' | 'lapsed';
          total_cents: number;
          user_id: string | null;
        };
        Insert: {
          allowed_cents?: number;
          buyer_address?: string;
          buyer_email: string;
          buyer_name: string;
          buyer_phone?: string;
          buyer_tax_number?: string;
          confirmed_at?: string | null;
          created_at?: string;
          currency: string;
          due_at?: string | null;
          id?: string;
          is_demo?: boolean;
          kind?: 'booking' | 'pass' | 'voucher';
          language?: string;
          method: 'studio' | 'transfer' | 'card' | 'pass' | 'none';
          number: string;
          paid_cents?: number;
          state: 'pending' | 'confirmed' | 'cancelled' | 'lapsed';
          total_cents: number;
          user_id?: string | null;
        };
        Update: {
          allowed_cents?: number;
          buyer_address?: string;
          buyer_email?: string;
          buyer_name?: string;
          buyer_phone?: string;
          buyer_tax_number?: string;
          confirmed_at?: string | null;
          created_at?: string;
          currency?: string;
          due_at?: string | null;
          id?: string;
          is_demo?: boolean;
          kind?: 'booking' | 'pass' | 'voucher';
          language?: string;
          method?: 'studio' | 'transfer' | 'card' | 'pass' | 'none';
          number?: string;
          paid_cents?: number;
          state?: 'pending' | 'confirmed' | 'cancelled' | 'lapsed';
          total_cents?: number;
          user_id?: string | null;
        };
        Relationships: [];
      };
      outbox: {
        Row: {
          attachments: Json;
          attempts: number;
          created_at: string;
          has_secrets: boolean;
          headers: Json;
          html_body: string;
          id: string;
          is_demo: boolean;
          kind: string;
          last_error: Json | null;
          next_attempt_at: string;
          sent_at: string | null;
          state: 'waiting' | 'held' | 'sent' | 'failed' | 'discarded';
          subject: string;
          text_body: string;
          to_address: string;
          user_id: string | null;
        };
        Insert: {
          attachments?: JsonInput;
          attempts?: number;
          created_at?: string;
          has_secrets?: boolean;
          headers?: JsonInput;
          html_body: string;
          id?: string;
          is_demo?: boolean;
          kind: string;
          last_error?: JsonInput | null;
          next_attempt_at?: string;
          sent_at?: string | null;
          state?: 'waiting' | 'held' | 'sent' | 'failed' | 'discarded';
          subject: string;
          text_body: string;
          to_address: string;
          user_id?: string | null;
        };
        Update: {
          attachments?: JsonInput;
          attempts?: number;
          created_at?: string;
          has_secrets?: boolean;
          headers?: JsonInput;
          html_body?: string;
          id?: string;
          is_demo?: boolean;
          kind?: string;
          last_error?: JsonInput | null;
          next_attempt_at?: string;
          sent_at?: string | null;
          state?: 'waiting' | 'held' | 'sent' | 'failed' | 'discarded';
          subject?: string;
          text_body?: string;
          to_address?: string;
          user_id?: string | null;
        };
        Relationships: [];
      };
      page_views: {
        Row: {
          day: string;
          is_demo: boolean;
          path: string;
          views: number;
        };
        Insert: {
          day: string;
          is_demo?: boolean;
          path: string;
          views?: number;
        };
        Update: {
          day?: string;
          is_demo?: boolean;
          path?: string;
          views?: number;
        };
        Relationships: [];
      };
      pages: {
        Row: {
          blocks: Json | null;
          body: string;
          id: string;
          is_demo: boolean;
          media_id: string | null;
          published_at: string | null;
          slug: string;
          summary: string;
          title: string;
          translations: Json;
        };
        Insert: {
          blocks?: JsonInput | null;
          body?: string;
          id?: string;
          is_demo?: boolean;
          media_id?: string | null;
          published_at?: string | null;
          slug: string;
          summary?: string;
          title: string;
          translations?: JsonInput;
        };
        Update: {
          blocks?: JsonInput | null;
          body?: string;
          id?: string;
          is_demo?: boolean;
          media_id?: string | null;
          published_at?: string | null;
          slug?: string;
          summary?: string;
          title?: string;
          translations?: JsonInput;
        };
        Relationships: [
          {
            foreignKeyName: 'pages_media_id_fkey';
            columns: ['media_id'];
            isOneToOne: false;
            referencedRelation: 'media';
            referencedColumns: ['id'];
          },
        ];
      };
      participants: {
        Row: {
          born_on: string | null;
          created_at: string;
          household_id: string;
          id: string;
          is_demo: boolean;
          name: string;
          note: string;
          user_id: string | null;
        };
        Insert: {
          born_on?: string | null;
          created_at?: string;
          household_id: string;
          id?: string;
          is_demo?: boolean;
          name: string;
          note?: string;
          user_id?: string | null;
        };
        Update: {
          born_on?: string | null;
          created_at?: string;
          household_id?: string;
          id?: string;
          is_demo?: boolean;
          name?: string;
          note?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'participants_household_id_fkey';
            columns: ['household_id'];
            isOneToOne: false;
            referencedRelation: 'households';
            referencedColumns: ['id'];
          },
        ];
      };
      pass_entries: {
        Row: {
          at: string;
          booking_id: string | null;
          cause: string;
          delta: number;
          id: number;
          pass_id: string;
        };
        Insert: {
          at?: string;
          booking_id?: string | null;
          cause: string;
          delta: number;
          id?: never;
          pass_id: string;
        };
        Update: {
          at?: string;
          booking_id?: string | null;
          cause?: string;
          delta?: number;
          id?: never;
          pass_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'pass_entries_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pass_entries_pass_id_fkey';
            columns: ['pass_id'];
            isOneToOne: false;
            referencedRelation: 'passes';
            referencedColumns: ['id'];
          },
        ];
      };
      pass_types: {
        Row: {
          currency: string;
          entries: number;
          id: string;
          is_demo: boolean;
          is_sold: boolean;
          name: string;
          price_cents: number;
          translations: Json;
          valid_days: number;
        };
        Insert: {
          currency: string;
          entries: number;
          id: string;
          is_demo?: boolean;
          is_sold?: boolean;
          name: string;
          price_cents: number;
          translations?: JsonInput;
          valid_days: number;
        };
        Update: {
          currency?: string;
          entries?: number;
          id?: string;
          is_demo?: boolean;
          is_sold?: boolean;
          name?: string;
          price_cents?: number;
          translations?: JsonInput;
          valid_days?: number;
        };
        Relationships: [];
      };
      passes: {
        Row: {
          code: string;
          created_at: string;
          email: string;
          entry_value_cents: number;
          id: string;
          is_active: boolean;
          order_id: string | null;
          type_id: string;
          user_id: string | null;
          valid_until: string;
        };
        Insert: {
          code: string;
          created_at?: string;
          email: string;
          entry_value_cents: number;
          id?: string;
          is_active?: boolean;
          order_id?: string | null;
          type_id: string;
          user_id?: string | null;
          valid_until: string;
        };
        Update: {
          code?: string;
          created_at?: string;
          email?: string;
          entry_value_cents?: number;
          id?: string;
          is_active?: boolean;
          order_id?: string | null;
          type_id?: string;
          user_id?: string | null;
          valid_until?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'passes_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'passes_type_id_fkey';
            columns: ['type_id'];
            isOneToOne: false;
            referencedRelation: 'pass_types';
            referencedColumns: ['id'];
          },
        ];
      };
      payment_mismatches: {
        Row: {
          amount_cents: number;
          checked_at: string | null;
          checked_by: string | null;
          currency: string;
          expected_cents: number | null;
          expected_currency: string | null;
          id: string;
          order_id: string;
          provider_ref: string;
          reason: 'amount' | 'currency' | 'checkout' | 'payment' | 'state';
          received_at: string;
        };
        Insert: {
          amount_cents: number;
          checked_at?: string | null;
          checked_by?: string | null;
          currency: string;
          expected_cents?: number | null;
          expected_currency?: string | null;
          id?: string;
          order_id: string;
          provider_ref: string;
          reason: 'amount' | 'currency' | 'checkout' | 'payment' | 'state';
          received_at?: string;
        };
        Update: {
          amount_cents?: number;
          checked_at?: string | null;
          checked_by?: string | null;
          currency?: string;
          expected_cents?: number | null;
          expected_currency?: string | null;
          id?: string;
          order_id?: string;
          provider_ref?: string;
          reason?: 'amount' | 'currency' | 'checkout' | 'payment' | 'state';
          received_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_mismatches_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      payments: {
        Row: {
          amount_cents: number;
          currency: string;
          id: string;
          method: 'cash' | 'card' | 'transfer' | 'card_at_studio';
          order_id: string;
          provider_ref: string | null;
          received_at: string;
          recorded_by: string | null;
        };
        Insert: {
          amount_cents: number;
          currency: string;
          id?: string;
          method: 'cash' | 'card' | 'transfer' | 'card_at_studio';
          order_id: string;
          provider_ref?: string | null;
          received_at?: string;
          recorded_by?: string | null;
        };
        Update: {
          amount_cents?: number;
          currency?: string;
          id?: string;
          method?: 'cash' | 'card' | 'transfer' | 'card_at_studio';
          order_id?: string;
          provider_ref?: string | null;
          received_at?: string;
          recorded_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payments_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      people: {
        Row: {
          bio: string;
          blocks: Json | null;
          discipline: string | null;
          id: string;
          is_demo: boolean;
          is_public: boolean;
          line: string;
          media_id: string | null;
          name: string;
          position: number;
          slug: string;
          translations: Json;
        };
        Insert: {
          bio: string;
          blocks?: JsonInput | null;
          discipline?: string | null;
          id?: string;
          is_demo?: boolean;
          is_public?: boolean;
          line: string;
          media_id?: string | null;
          name: string;
          position?: number;
          slug: string;
          translations?: JsonInput;
        };
        Update: {
          bio?: string;
          blocks?: JsonInput | null;
          discipline?: string | null;
          id?: string;
          is_demo?: boolean;
          is_public?: boolean;
          line?: string;
          media_id?: string | null;
          name?: string;
          position?: number;
          slug?: string;
          translations?: JsonInput;
        };
        Relationships: [
          {
            foreignKeyName: 'people_discipline_fkey';
            columns: ['discipline'];
            isOneToOne: false;
            referencedRelation: 'disciplines';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'people_media_id_fkey';
            columns: ['media_id'];
            isOneToOne: false;
            referencedRelation: 'media';
            referencedColumns: ['id'];
          },
        ];
      };
      person_accounts: {
        Row: {
          person_id: string;
          user_id: string;
        };
        Insert: {
          person_id: string;
          user_id: string;
        };
        Update: {
          person_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'person_accounts_person_id_fkey';
            columns: ['person_id'];
            isOneToOne: true;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      policy_confirmations: {
        Row: {
          confirmed_at: string;
          confirmed_by: string | null;
          confirmed_on: string;
          facts: Json;
          slug: 'privacy' | 'terms' | 'cancellation';
        };
        Insert: {
          confirmed_at?: string;
          confirmed_by?: string | null;
          confirmed_on: string;
          facts: JsonInput;
          slug: 'privacy' | 'terms' | 'cancellation';
        };
        Update: {
          confirmed_at?: string;
          confirmed_by?: string | null;
          confirmed_on?: string;
          facts?: JsonInput;
          slug?: 'privacy' | 'terms' | 'cancellation';
        };
        Relationships: [];
      };
      posts: {
        Row: {
          author_id: string | null;
          blocks: Json | null;
          body: string;
          discipline: string;
          id: string;
          is_demo: boolean;
          media_id: string | null;
          published_at: string | null;
          slug: string;
          summary: string;
          title: string;
          translations: Json;
        };
        Insert: {
          author_id?: string | null;
          blocks?: JsonInput | null;
          body: string;
          discipline: string;
          id?: string;
          is_demo?: boolean;
          media_id?: string | null;
          published_at?: string | null;
          slug: string;
          summary: string;
          title: string;
          translations?: JsonInput;
        };
        Update: {
          author_id?: string | null;
          blocks?: JsonInput | null;
          body?: string;
          discipline?: string;
          id?: string;
          is_demo?: boolean;
          media_id?: string | null;
          published_at?: string | null;
          slug?: string;
          summary?: string;
          title?: string;
          translations?: JsonInput;
        };
        Relationships: [
          {
            foreignKeyName: 'posts_author_id_fkey';
            columns: ['author_id'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'posts_discipline_fkey';
            columns: ['discipline'];
            isOneToOne: false;
            referencedRelation: 'disciplines';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'posts_media_id_fkey';
            columns: ['media_id'];
            isOneToOne: false;
            referencedRelation: 'media';
            referencedColumns: ['id'];
          },
        ];
      };
      profiles: {
        Row: {
          created_at: string;
          language: string | null;
          name: string;
          phone: string;
          user_id: string;
          wants_reminders: boolean;
          wants_substitute_calls: boolean;
          wants_substitute_news: boolean;
        };
        Insert: {
          created_at?: string;
          language?: string | null;
          name?: string;
          phone?: string;
          user_id: string;
          wants_reminders?: boolean;
          wants_substitute_calls?: boolean;
          wants_substitute_news?: boolean;
        };
        Update: {
          created_at?: string;
          language?: string | null;
          name?: string;
          phone?: string;
          user_id?: string;
          wants_reminders?: boolean;
          wants_substitute_calls?: boolean;
          wants_substitute_news?: boolean;
        };
        Relationships: [];
      };
      questions: {
        Row: {
          choices: string[];
          hint: string;
          id: string;
          is_required: boolean;
          kind: 'text' | 'choice' | 'yes_no';
          label: string;
          offering_id: string;
          position: number;
          translations: Json;
        };
        Insert: {
          choices?: string[];
          hint?: string;
          id?: string;
          is_required?: boolean;
          kind?: 'text' | 'choice' | 'yes_no';
          label: string;
          offering_id: string;
          position?: number;
          translations?: JsonInput;
        };
        Update: {
          choices?: string[];
          hint?: string;
          id?: string;
          is_required?: boolean;
          kind?: 'text' | 'choice' | 'yes_no';
          label?: string;
          offering_id?: string;
          position?: number;
          translations?: JsonInput;
        };
        Relationships: [
          {
            foreignKeyName: 'questions_offering_id_fkey';
            columns: ['offering_id'];
            isOneToOne: false;
            referencedRelation: 'offerings';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_chat_address_mutes: {
        Row: {
          ends_at: string;
          id: string;
          mark: string;
          muted_at: string;
          muted_by: string | null;
          name: string;
          show_id: string | null;
        };
        Insert: {
          ends_at?: string;
          id?: string;
          mark: string;
          muted_at?: string;
          muted_by?: string | null;
          name: string;
          show_id?: string | null;
        };
        Update: {
          ends_at?: string;
          id?: string;
          mark?: string;
          muted_at?: string;
          muted_by?: string | null;
          name?: string;
          show_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_chat_address_mutes_show_id_fkey';
            columns: ['show_id'];
            isOneToOne: false;
            referencedRelation: 'shows';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_chat_messages: {
        Row: {
          author: string;
          author_kind: 'guest' | 'member' | 'host' | 'staff';
          body: string;
          chat_id: string;
          id: string;
          name: string;
          removed_at: string | null;
          removed_by: string | null;
          sent_at: string;
          user_id: string | null;
        };
        Insert: {
          author: string;
          author_kind: 'guest' | 'member' | 'host' | 'staff';
          body: string;
          chat_id: string;
          id?: string;
          name: string;
          removed_at?: string | null;
          removed_by?: string | null;
          sent_at?: string;
          user_id?: string | null;
        };
        Update: {
          author?: string;
          author_kind?: 'guest' | 'member' | 'host' | 'staff';
          body?: string;
          chat_id?: string;
          id?: string;
          name?: string;
          removed_at?: string | null;
          removed_by?: string | null;
          sent_at?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_chat_messages_chat_id_fkey';
            columns: ['chat_id'];
            isOneToOne: false;
            referencedRelation: 'radio_chats';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_chat_mutes: {
        Row: {
          author: string;
          chat_id: string;
          id: string;
          muted_at: string;
          muted_by: string | null;
          name: string;
        };
        Insert: {
          author: string;
          chat_id: string;
          id?: string;
          muted_at?: string;
          muted_by?: string | null;
          name: string;
        };
        Update: {
          author?: string;
          chat_id?: string;
          id?: string;
          muted_at?: string;
          muted_by?: string | null;
          name?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_chat_mutes_chat_id_fkey';
            columns: ['chat_id'];
            isOneToOne: false;
            referencedRelation: 'radio_chats';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_chats: {
        Row: {
          closed_at: string | null;
          id: string;
          opened_at: string;
          paused_at: string | null;
          show_id: string | null;
        };
        Insert: {
          closed_at?: string | null;
          id: string;
          opened_at?: string;
          paused_at?: string | null;
          show_id?: string | null;
        };
        Update: {
          closed_at?: string | null;
          id?: string;
          opened_at?: string;
          paused_at?: string | null;
          show_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_chats_id_fkey';
            columns: ['id'];
            isOneToOne: true;
            referencedRelation: 'radio_live_sessions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'radio_chats_show_id_fkey';
            columns: ['show_id'];
            isOneToOne: false;
            referencedRelation: 'shows';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_clock_items: {
        Row: {
          clock_id: string;
          count: number;
          hours: number[] | null;
          id: string;
          kind: 'station_id' | 'news' | 'jingle' | 'stop_set' | 'event';
          max_late_min: number;
          mode: 'soft' | 'hard';
          playlist_id: string | null;
          second: number;
          track_id: string | null;
          weekdays: number[] | null;
        };
        Insert: {
          clock_id: string;
          count?: number;
          hours?: number[] | null;
          id?: string;
          kind: 'station_id' | 'news' | 'jingle' | 'stop_set' | 'event';
          max_late_min?: number;
          mode?: 'soft' | 'hard';
          playlist_id?: string | null;
          second: number;
          track_id?: string | null;
          weekdays?: number[] | null;
        };
        Update: {
          clock_id?: string;
          count?: number;
          hours?: number[] | null;
          id?: string;
          kind?: 'station_id' | 'news' | 'jingle' | 'stop_set' | 'event';
          max_late_min?: number;
          mode?: 'soft' | 'hard';
          playlist_id?: string | null;
          second?: number;
          track_id?: string | null;
          weekdays?: number[] | null;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_clock_items_clock_id_fkey';
            columns: ['clock_id'];
            isOneToOne: false;
            referencedRelation: 'radio_clocks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'radio_clock_items_playlist_id_fkey';
            columns: ['playlist_id'];
            isOneToOne: false;
            referencedRelation: 'radio_playlists';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'radio_clock_items_track_id_fkey';
            columns: ['track_id'];
            isOneToOne: false;
            referencedRelation: 'radio_tracks';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_clocks: {
        Row: {
          album_minutes: number;
          album_tracks: number;
          artist_minutes: number;
          artist_tracks: number;
          id: string;
          show_id: string | null;
          title_minutes: number;
          title_tracks: number;
        };
        Insert: {
          album_minutes?: number;
          album_tracks?: number;
          artist_minutes?: number;
          artist_tracks?: number;
          id?: string;
          show_id?: string | null;
          title_minutes?: number;
          title_tracks?: number;
        };
        Update: {
          album_minutes?: number;
          album_tracks?: number;
          artist_minutes?: number;
          artist_tracks?: number;
          id?: string;
          show_id?: string | null;
          title_minutes?: number;
          title_tracks?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_clocks_show_id_fkey';
            columns: ['show_id'];
            isOneToOne: true;
            referencedRelation: 'shows';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_connections: {
        Row: {
          address: string;
          at: string;
          client: string;
          id: number;
          mount: string;
          outcome: 'accepted' | 'rejected' | 'ended';
          reason: Json;
          status: number | null;
          user_id: string | null;
          way: string;
        };
        Insert: {
          address?: string;
          at?: string;
          client?: string;
          id?: never;
          mount?: string;
          outcome: 'accepted' | 'rejected' | 'ended';
          reason: JsonInput;
          status?: number | null;
          user_id?: string | null;
          way?: string;
        };
        Update: {
          address?: string;
          at?: string;
          client?: string;
          id?: never;
          mount?: string;
          outcome?: 'accepted' | 'rejected' | 'ended';
          reason?: JsonInput;
          status?: number | null;
          user_id?: string | null;
          way?: string;
        };
        Relationships: [];
      };
      radio_episodes: {
        Row: {
          bytes: number;
          chapters: Json;
          cover_file: string | null;
          duration_ms: number;
          file: string;
          has_transcript: boolean;
          id: string;
          is_file_missing: boolean;
          is_upload: boolean;
          live_session_id: string | null;
          loudness_lufs: number | null;
          published_at: string | null;
          recorded_at: string;
          show_id: string | null;
          silence_at_ms: number;
          silence_ms: number;
          summary: string;
          title: string;
          transcript: string;
          transcript_type: 'text/plain' | 'text/vtt' | 'application/x-subrip';
          translations: Json;
          uploaded_by: string | null;
        };
        Insert: {
          bytes: number;
          chapters?: JsonInput;
          cover_file?: string | null;
          duration_ms: number;
          file: string;
          has_transcript?: never;
          id?: string;
          is_file_missing?: boolean;
          is_upload?: boolean;
          live_session_id?: string | null;
          loudness_lufs?: number | null;
          published_at?: string | null;
          recorded_at: string;
          show_id?: string | null;
          silence_at_ms?: number;
          silence_ms?: number;
          summary?: string;
          title: string;
          transcript?: string;
          transcript_type?: 'text/plain' | 'text/vtt' | 'application/x-subrip';
          translations?: JsonInput;
          uploaded_by?: string | null;
        };
        Update: {
          bytes?: number;
          chapters?: JsonInput;
          cover_file?: string | null;
          duration_ms?: number;
          file?: string;
          has_transcript?: never;
          id?: string;
          is_file_missing?: boolean;
          is_upload?: boolean;
          live_session_id?: string | null;
          loudness_lufs?: number | null;
          published_at?: string | null;
          recorded_at?: string;
          show_id?: string | null;
          silence_at_ms?: number;
          silence_ms?: number;
          summary?: string;
          title?: string;
          transcript?: string;
          transcript_type?: 'text/plain' | 'text/vtt' | 'application/x-subrip';
          translations?: JsonInput;
          uploaded_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_episodes_live_session_id_fkey';
            columns: ['live_session_id'];
            isOneToOne: false;
            referencedRelation: 'radio_live_sessions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'radio_episodes_show_id_fkey';
            columns: ['show_id'];
            isOneToOne: false;
            referencedRelation: 'shows';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_events: {
        Row: {
          at: string;
          event: Json;
          id: number;
        };
        Insert: {
          at?: string;
          event: JsonInput;
          id?: never;
        };
        Update: {
          at?: string;
          event?: JsonInput;
          id?: never;
        };
        Relationships: [];
      };
      radio_listener_minutes: {
        Row: {
          is_demo: boolean;
          listeners: number;
          minute: string;
          show_id: string | null;
        };
        Insert: {
          is_demo?: boolean;
          listeners: number;
          minute: string;
          show_id?: string | null;
        };
        Update: {
          is_demo?: boolean;
          listeners?: number;
          minute?: string;
          show_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_listener_minutes_show_id_fkey';
            columns: ['show_id'];
            isOneToOne: false;
            referencedRelation: 'shows';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_listener_sessions: {
        Row: {
          country: string | null;
          device: 'browser' | 'app' | 'hardware' | 'other';
          device_name: string;
          ended_at: string;
          id: string;
          is_continued: boolean;
          is_demo: boolean;
          show_id: string | null;
          started_at: string;
          visitor: string;
          way: 'mp3' | 'aac' | 'opus' | 'opus96' | 'hls';
        };
        Insert: {
          country?: string | null;
          device?: 'browser' | 'app' | 'hardware' | 'other';
          device_name?: string;
          ended_at: string;
          id: string;
          is_continued?: boolean;
          is_demo?: boolean;
          show_id?: string | null;
          started_at: string;
          visitor: string;
          way: 'mp3' | 'aac' | 'opus' | 'opus96' | 'hls';
        };
        Update: {
          country?: string | null;
          device?: 'browser' | 'app' | 'hardware' | 'other';
          device_name?: string;
          ended_at?: string;
          id?: string;
          is_continued?: boolean;
          is_demo?: boolean;
          show_id?: string | null;
          started_at?: string;
          visitor?: string;
          way?: 'mp3' | 'aac' | 'opus' | 'opus96' | 'hls';
        };
        Relationships: [
          {
            foreignKeyName: 'radio_listener_sessions_show_id_fkey';
            columns: ['show_id'];
            isOneToOne: false;
            referencedRelation: 'shows';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_live_sessions: {
        Row: {
          chat_id: string | null;
          client: string;
          end_reason: Json | null;
          ended_at: string | null;
          format: string;
          id: string;
          show_id: string | null;
          started_at: string;
          user_id: string | null;
          way: 'source' | 'browser';
        };
        Insert: {
          chat_id?: string | null;
          client?: string;
          end_reason?: JsonInput | null;
          ended_at?: string | null;
          format?: string;
          id: string;
          show_id?: string | null;
          started_at: string;
          user_id?: string | null;
          way: 'source' | 'browser';
        };
        Update: {
          chat_id?: string | null;
          client?: string;
          end_reason?: JsonInput | null;
          ended_at?: string | null;
          format?: string;
          id?: string;
          show_id?: string | null;
          started_at?: string;
          user_id?: string | null;
          way?: 'source' | 'browser';
        };
        Relationships: [
          {
            foreignKeyName: 'radio_live_sessions_chat_id_fkey';
            columns: ['chat_id'];
            isOneToOne: false;
            referencedRelation: 'radio_chats';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'radio_live_sessions_show_id_fkey';
            columns: ['show_id'];
            isOneToOne: false;
            referencedRelation: 'shows';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_one_offs: {
        Row: {
          duration_min: number;
          episode_id: string | null;
          id: string;
          is_prerecorded: boolean;
          is_sharp: boolean;
          local_date: string;
          local_time: string;
          playlist_id: string | null;
          show_id: string;
          starts_at: string;
          zone: string;
        };
        Insert: {
          duration_min: number;
          episode_id?: string | null;
          id?: string;
          is_prerecorded?: boolean;
          is_sharp?: boolean;
          local_date: string;
          local_time: string;
          playlist_id?: string | null;
          show_id: string;
          starts_at?: never;
          zone: string;
        };
        Update: {
          duration_min?: number;
          episode_id?: string | null;
          id?: string;
          is_prerecorded?: boolean;
          is_sharp?: boolean;
          local_date?: string;
          local_time?: string;
          playlist_id?: string | null;
          show_id?: string;
          starts_at?: never;
          zone?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_one_offs_episode_id_fkey';
            columns: ['episode_id'];
            isOneToOne: false;
            referencedRelation: 'radio_episodes';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'radio_one_offs_playlist_id_fkey';
            columns: ['playlist_id'];
            isOneToOne: false;
            referencedRelation: 'radio_playlists';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'radio_one_offs_show_id_fkey';
            columns: ['show_id'];
            isOneToOne: false;
            referencedRelation: 'shows';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_planned_episodes: {
        Row: {
          episode_id: string;
          local_date: string;
          slot_id: string;
        };
        Insert: {
          episode_id: string;
          local_date: string;
          slot_id: string;
        };
        Update: {
          episode_id?: string;
          local_date?: string;
          slot_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_planned_episodes_episode_id_fkey';
            columns: ['episode_id'];
            isOneToOne: false;
            referencedRelation: 'radio_episodes';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'radio_planned_episodes_slot_id_fkey';
            columns: ['slot_id'];
            isOneToOne: false;
            referencedRelation: 'slots';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_playlist_tracks: {
        Row: {
          playlist_id: string;
          position: number;
          track_id: string;
          weight: number;
        };
        Insert: {
          playlist_id: string;
          position?: number;
          track_id: string;
          weight?: number;
        };
        Update: {
          playlist_id?: string;
          position?: number;
          track_id?: string;
          weight?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_playlist_tracks_playlist_id_fkey';
            columns: ['playlist_id'];
            isOneToOne: false;
            referencedRelation: 'radio_playlists';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'radio_playlist_tracks_track_id_fkey';
            columns: ['track_id'];
            isOneToOne: false;
            referencedRelation: 'radio_tracks';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_playlists: {
        Row: {
          every: number;
          from_time: string | null;
          id: string;
          is_demo: boolean;
          is_enabled: boolean;
          kind: 'rotation' | 'jingles';
          name: string;
          offering_id: string | null;
          play_order: 'shuffle' | 'in_order';
          show_id: string | null;
          to_time: string | null;
          transition: 'crossfade' | 'segue' | 'gap' | 'none';
          transition_seconds: number;
          weekdays: number[] | null;
          weight: number;
        };
        Insert: {
          every?: number;
          from_time?: string | null;
          id?: string;
          is_demo?: boolean;
          is_enabled?: boolean;
          kind?: 'rotation' | 'jingles';
          name: string;
          offering_id?: string | null;
          play_order?: 'shuffle' | 'in_order';
          show_id?: string | null;
          to_time?: string | null;
          transition?: 'crossfade' | 'segue' | 'gap' | 'none';
          transition_seconds?: number;
          weekdays?: number[] | null;
          weight?: number;
        };
        Update: {
          every?: number;
          from_time?: string | null;
          id?: string;
          is_demo?: boolean;
          is_enabled?: boolean;
          kind?: 'rotation' | 'jingles';
          name?: string;
          offering_id?: string | null;
          play_order?: 'shuffle' | 'in_order';
          show_id?: string | null;
          to_time?: string | null;
          transition?: 'crossfade' | 'segue' | 'gap' | 'none';
          transition_seconds?: number;
          weekdays?: number[] | null;
          weight?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_playlists_offering_id_fkey';
            columns: ['offering_id'];
            isOneToOne: false;
            referencedRelation: 'offerings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'radio_playlists_show_id_fkey';
            columns: ['show_id'];
            isOneToOne: false;
            referencedRelation: 'shows';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_plays: {
        Row: {
          album: string;
          artist: string;
          composer: string;
          duration_ms: number | null;
          id: string;
          is_demo: boolean;
          isrc: string;
          kind: 'music' | 'jingle' | 'live' | 'episode' | 'fallback';
          label: string;
          listeners: number;
          performances: number | null;
          show_id: string | null;
          started_at: string;
          title: string;
          track_id: string | null;
        };
        Insert: {
          album?: string;
          artist?: string;
          composer?: string;
          duration_ms?: number | null;
          id: string;
          is_demo?: boolean;
          isrc?: string;
          kind: 'music' | 'jingle' | 'live' | 'episode' | 'fallback';
          label?: string;
          listeners?: number;
          performances?: number | null;
          show_id?: string | null;
          started_at: string;
          title: string;
          track_id?: string | null;
        };
        Update: {
          album?: string;
          artist?: string;
          composer?: string;
          duration_ms?: number | null;
          id?: string;
          is_demo?: boolean;
          isrc?: string;
          kind?: 'music' | 'jingle' | 'live' | 'episode' | 'fallback';
          label?: string;
          listeners?: number;
          performances?: number | null;
          show_id?: string | null;
          started_at?: string;
          title?: string;
          track_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_plays_show_id_fkey';
            columns: ['show_id'];
            isOneToOne: false;
            referencedRelation: 'shows';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'radio_plays_track_id_fkey';
            columns: ['track_id'];
            isOneToOne: false;
            referencedRelation: 'radio_tracks';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_requests: {
        Row: {
          asked_at: string;
          decided_at: string | null;
          id: string;
          state: 'waiting' | 'played' | 'declined';
          track_id: string;
          visitor: string;
        };
        Insert: {
          asked_at?: string;
          decided_at?: string | null;
          id?: string;
          state?: 'waiting' | 'played' | 'declined';
          track_id: string;
          visitor: string;
        };
        Update: {
          asked_at?: string;
          decided_at?: string | null;
          id?: string;
          state?: 'waiting' | 'played' | 'declined';
          track_id?: string;
          visitor?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_requests_track_id_fkey';
            columns: ['track_id'];
            isOneToOne: false;
            referencedRelation: 'radio_tracks';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_settings: {
        Row: {
          has_opus96: boolean;
          id: boolean;
          spot_minutes: number | null;
        };
        Insert: {
          has_opus96?: boolean;
          id?: boolean;
          spot_minutes?: number | null;
        };
        Update: {
          has_opus96?: boolean;
          id?: boolean;
          spot_minutes?: number | null;
        };
        Relationships: [];
      };
      radio_show_hosts: {
        Row: {
          show_id: string;
          user_id: string;
        };
        Insert: {
          show_id: string;
          user_id: string;
        };
        Update: {
          show_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_show_hosts_show_id_fkey';
            columns: ['show_id'];
            isOneToOne: false;
            referencedRelation: 'shows';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_tracks: {
        Row: {
          added_at: string;
          added_by: string | null;
          album: string;
          artist: string;
          composer: string;
          cover_file: string | null;
          cue_in_ms: number;
          cue_out_ms: number | null;
          duration_ms: number;
          file: string;
          from_time: string | null;
          gain_db: number;
          genre: string;
          id: string;
          is_demo: boolean;
          is_requestable: boolean;
          isrc: string;
          kind: 'music' | 'jingle';
          label: string;
          loudness_lufs: number | null;
          offering_id: string | null;
          peaks: number[];
          source_format: string;
          source_name: string;
          source_sha256: string | null;
          title: string;
          to_time: string | null;
          weekdays: number[] | null;
          year: number | null;
        };
        Insert: {
          added_at?: string;
          added_by?: string | null;
          album?: string;
          artist?: string;
          composer?: string;
          cover_file?: string | null;
          cue_in_ms?: number;
          cue_out_ms?: number | null;
          duration_ms: number;
          file: string;
          from_time?: string | null;
          gain_db?: number;
          genre?: string;
          id?: string;
          is_demo?: boolean;
          is_requestable?: boolean;
          isrc?: string;
          kind?: 'music' | 'jingle';
          label?: string;
          loudness_lufs?: number | null;
          offering_id?: string | null;
          peaks?: number[];
          source_format?: string;
          source_name?: string;
          source_sha256?: string | null;
          title: string;
          to_time?: string | null;
          weekdays?: number[] | null;
          year?: number | null;
        };
        Update: {
          added_at?: string;
          added_by?: string | null;
          album?: string;
          artist?: string;
          composer?: string;
          cover_file?: string | null;
          cue_in_ms?: number;
          cue_out_ms?: number | null;
          duration_ms?: number;
          file?: string;
          from_time?: string | null;
          gain_db?: number;
          genre?: string;
          id?: string;
          is_demo?: boolean;
          is_requestable?: boolean;
          isrc?: string;
          kind?: 'music' | 'jingle';
          label?: string;
          loudness_lufs?: number | null;
          offering_id?: string | null;
          peaks?: number[];
          source_format?: string;
          source_name?: string;
          source_sha256?: string | null;
          title?: string;
          to_time?: string | null;
          weekdays?: number[] | null;
          year?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_tracks_offering_id_fkey';
            columns: ['offering_id'];
            isOneToOne: false;
            referencedRelation: 'offerings';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_webhook_deliveries: {
        Row: {
          attempts: number;
          created_at: string;
          data: Json;
          event: string;
          finished_at: string | null;
          id: string;
          next_attempt_at: string | null;
          reason: Json | null;
          state: 'waiting' | 'sent' | 'failed' | 'skipped';
          status: number | null;
          webhook_id: string;
        };
        Insert: {
          attempts?: number;
          created_at?: string;
          data: JsonInput;
          event: string;
          finished_at?: string | null;
          id?: string;
          next_attempt_at?: string | null;
          reason?: JsonInput | null;
          state?: 'waiting' | 'sent' | 'failed' | 'skipped';
          status?: number | null;
          webhook_id: string;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          data?: JsonInput;
          event?: string;
          finished_at?: string | null;
          id?: string;
          next_attempt_at?: string | null;
          reason?: JsonInput | null;
          state?: 'waiting' | 'sent' | 'failed' | 'skipped';
          status?: number | null;
          webhook_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'radio_webhook_deliveries_webhook_id_fkey';
            columns: ['webhook_id'];
            isOneToOne: false;
            referencedRelation: 'radio_webhooks';
            referencedColumns: ['id'];
          },
        ];
      };
      radio_webhooks: {
        Row: {
          account: string;
          address: string;
          created_at: string;
          events: string[];
          failure_count: number;
          id: string;
          is_on: boolean;
          kind: 'standard' | 'discord' | 'mastodon' | 'tunein';
          name: string;
          off_reason: 'gone' | 'failing' | null;
          templates: Json;
        };
        Insert: {
          account?: string;
          address: string;
          created_at?: string;
          events: string[];
          failure_count?: number;
          id?: string;
          is_on?: boolean;
          kind: 'standard' | 'discord' | 'mastodon' | 'tunein';
          name: string;
          off_reason?: 'gone' | 'failing' | null;
          templates?: JsonInput;
        };
        Update: {
          account?: string;
          address?: string;
          created_at?: string;
          events?: string[];
          failure_count?: number;
          id?: string;
          is_on?: boolean;
          kind?: 'standard' | 'discord' | 'mastodon' | 'tunein';
          name?: string;
          off_reason?: 'gone' | 'failing' | null;
          templates?: JsonInput;
        };
        Relationships: [];
      };
      receipts: {
        Row: {
          content: Json;
          id: string;
          issued_at: string;
          language: string;
          number: number;
          order_id: string;
          payment_id: string | null;
          refund_id: string | null;
        };
        Insert: {
          content: JsonInput;
          id: string;
          issued_at?: string;
          language: string;
          number: number;
          order_id: string;
          payment_id?: string | null;
          refund_id?: string | null;
        };
        Update: {
          content?: JsonInput;
          id?: string;
          issued_at?: string;
          language?: string;
          number?: number;
          order_id?: string;
          payment_id?: string | null;
          refund_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'receipts_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'receipts_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: true;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'receipts_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: true;
            referencedRelation: 'refunds';
            referencedColumns: ['id'];
          },
        ];
      };
      redirects: {
        Row: {
          from_path: string;
          made_at: string;
          to_path: string;
        };
        Insert: {
          from_path: string;
          made_at?: string;
          to_path: string;
        };
        Update: {
          from_path?: string;
          made_at?: string;
          to_path?: string;
        };
        Relationships: [];
      };
      refunds: {
        Row: {
          amount_cents: number;
          booking_id: string | null;
          cause: string;
          created_at: string;
          currency: string;
          done_at: string | null;
          id: string;
          last_error: string | null;
          method: 'card' | 'studio' | 'transfer' | 'credit';
          order_id: string;
          provider_ref: string | null;
          reason: string;
          recorded_by: string | null;
          state: 'due' | 'done' | 'failed';
          tries: number;
        };
        Insert: {
          amount_cents: number;
          booking_id?: string | null;
          cause?: string;
          created_at?: string;
          currency: string;
          done_at?: string | null;
          id?: string;
          last_error?: string | null;
          method: 'card' | 'studio' | 'transfer' | 'credit';
          order_id: string;
          provider_ref?: string | null;
          reason?: string;
          recorded_by?: string | null;
          state?: 'due' | 'done' | 'failed';
          tries?: number;
        };
        Update: {
          amount_cents?: number;
          booking_id?: string | null;
          cause?: string;
          created_at?: string;
          currency?: string;
          done_at?: string | null;
          id?: string;
          last_error?: string | null;
          method?: 'card' | 'studio' | 'transfer' | 'credit';
          order_id?: string;
          provider_ref?: string | null;
          reason?: string;
          recorded_by?: string | null;
          state?: 'due' | 'done' | 'failed';
          tries?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'refunds_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      roles: {
        Row: {
          granted_at: string;
          granted_by: string | null;
          role: 'member' | 'teacher' | 'host' | 'staff' | 'owner';
          user_id: string;
        };
        Insert: {
          granted_at?: string;
          granted_by?: string | null;
          role: 'member' | 'teacher' | 'host' | 'staff' | 'owner';
          user_id: string;
        };
        Update: {
          granted_at?: string;
          granted_by?: string | null;
          role?: 'member' | 'teacher' | 'host' | 'staff' | 'owner';
          user_id?: string;
        };
        Relationships: [];
      };
      rooms: {
        Row: {
          id: string;
          is_demo: boolean;
          is_in_use: boolean;
          name: string;
          note: string;
          slug: string;
          translations: Json;
        };
        Insert: {
          id?: string;
          is_demo?: boolean;
          is_in_use?: boolean;
          name: string;
          note?: string;
          slug: string;
          translations?: JsonInput;
        };
        Update: {
          id?: string;
          is_demo?: boolean;
          is_in_use?: boolean;
          name?: string;
          note?: string;
          slug?: string;
          translations?: JsonInput;
        };
        Relationships: [];
      };
      series: {
        Row: {
          capacity: number;
          duration_min: number;
          ends_on: string;
          every_weeks: number;
          id: string;
          local_time: string;
          month_week: number | null;
          offering_id: string;
          room_id: string;
          starts_on: string;
          teacher_id: string | null;
          weekday: number;
          zone: string;
        };
        Insert: {
          capacity: number;
          duration_min: number;
          ends_on: string;
          every_weeks?: number;
          id?: string;
          local_time: string;
          month_week?: number | null;
          offering_id: string;
          room_id: string;
          starts_on: string;
          teacher_id?: string | null;
          weekday: number;
          zone: string;
        };
        Update: {
          capacity?: number;
          duration_min?: number;
          ends_on?: string;
          every_weeks?: number;
          id?: string;
          local_time?: string;
          month_week?: number | null;
          offering_id?: string;
          room_id?: string;
          starts_on?: string;
          teacher_id?: string | null;
          weekday?: number;
          zone?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'series_offering_id_fkey';
            columns: ['offering_id'];
            isOneToOne: false;
            referencedRelation: 'offerings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'series_room_id_fkey';
            columns: ['room_id'];
            isOneToOne: false;
            referencedRelation: 'rooms';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'series_teacher_id_fkey';
            columns: ['teacher_id'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      session_notes: {
        Row: {
          author: string | null;
          body: string;
          id: string;
          session_id: string;
          written_at: string;
        };
        Insert: {
          author?: string | null;
          body: string;
          id?: string;
          session_id: string;
          written_at?: string;
        };
        Update: {
          author?: string | null;
          body?: string;
          id?: string;
          session_id?: string;
          written_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'session_notes_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      sessions: {
        Row: {
          clash_reason: string | null;
          duration_min: number;
          ends_at: string;
          id: string;
          is_online: boolean;
          local_date: string;
          local_time: string;
          offering_id: string;
          pool_id: string;
          room_id: string;
          sequence: number;
          series_id: string | null;
          starts_at: string;
          status: 'planned' | 'cancelled';
          teacher_id: string | null;
          zone: string;
        };
        Insert: {
          clash_reason?: string | null;
          duration_min: number;
          ends_at?: never;
          id?: string;
          is_online?: boolean;
          local_date: string;
          local_time: string;
          offering_id: string;
          pool_id: string;
          room_id: string;
          sequence?: number;
          series_id?: string | null;
          starts_at?: never;
          status?: 'planned' | 'cancelled';
          teacher_id?: string | null;
          zone: string;
        };
        Update: {
          clash_reason?: string | null;
          duration_min?: number;
          ends_at?: never;
          id?: string;
          is_online?: boolean;
          local_date?: string;
          local_time?: string;
          offering_id?: string;
          pool_id?: string;
          room_id?: string;
          sequence?: number;
          series_id?: string | null;
          starts_at?: never;
          status?: 'planned' | 'cancelled';
          teacher_id?: string | null;
          zone?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'sessions_offering_id_fkey';
            columns: ['offering_id'];
            isOneToOne: false;
            referencedRelation: 'offerings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sessions_pool_id_fkey';
            columns: ['pool_id'];
            isOneToOne: false;
            referencedRelation: 'capacity_pools';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sessions_room_id_fkey';
            columns: ['room_id'];
            isOneToOne: false;
            referencedRelation: 'rooms';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sessions_series_id_fkey';
            columns: ['series_id'];
            isOneToOne: false;
            referencedRelation: 'series';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sessions_teacher_id_fkey';
            columns: ['teacher_id'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      shows: {
        Row: {
          discipline: string;
          host_id: string | null;
          id: string;
          is_demo: boolean;
          slug: string;
          summary: string;
          title: string;
          translations: Json;
        };
        Insert: {
          discipline?: string;
          host_id?: string | null;
          id?: string;
          is_demo?: boolean;
          slug: string;
          summary: string;
          title: string;
          translations?: JsonInput;
        };
        Update: {
          discipline?: string;
          host_id?: string | null;
          id?: string;
          is_demo?: boolean;
          slug?: string;
          summary?: string;
          title?: string;
          translations?: JsonInput;
        };
        Relationships: [
          {
            foreignKeyName: 'shows_discipline_fkey';
            columns: ['discipline'];
            isOneToOne: false;
            referencedRelation: 'disciplines';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'shows_host_id_fkey';
            columns: ['host_id'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
      site_sections: {
        Row: {
          has_content: boolean;
          is_on: boolean;
          name: 'radio' | 'works' | 'journal' | 'events' | 'people' | 'passes' | 'newsletter' | 'requests';
        };
        Insert: {
          has_content?: boolean;
          is_on?: boolean;
          name: 'radio' | 'works' | 'journal' | 'events' | 'people' | 'passes' | 'newsletter' | 'requests';
        };
        Update: {
          has_content?: boolean;
          is_on?: boolean;
          name?: 'radio' | 'works' | 'journal' | 'events' | 'people' | 'passes' | 'newsletter' | 'requests';
        };
        Relationships: [];
      };
      slots: {
        Row: {
          content: 'live' | 'prerecorded' | 'repeat';
          duration_min: number;
          id: string;
          local_time: string;
          show_id: string;
          weekday: number;
          zone: string;
        };
        Insert: {
          content?: 'live' | 'prerecorded' | 'repeat';
          duration_min: number;
          id?: string;
          local_time: string;
          show_id: string;
          weekday: number;
          zone: string;
        };
        Update: {
          content?: 'live' | 'prerecorded' | 'repeat';
          duration_min?: number;
          id?: string;
          local_time?: string;
          show_id?: string;
          weekday?: number;
          zone?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'slots_show_id_fkey';
            columns: ['show_id'];
            isOneToOne: false;
            referencedRelation: 'shows';
            referencedColumns: ['id'];
          },
        ];
      };
      studio: {
        Row: {
          access: string;
          address: string;
          currency: string;
          description: string;
          email: string;
          first_class_price_cents: number | null;
          getting_here: string;
          hero: 'wordmark' | 'picture' | 'both';
          hero_media_id: string | null;
          holiday_region: string | null;
          id: boolean;
          invitation: string;
          is_lower_case: boolean;
          languages: string[];
          lead: string;
          logo_path: string | null;
          name: string;
          phone: string;
          phone_hours: string;
          primary_colour: string | null;
          statement: string;
          steps_dismissed_at: string | null;
          translations: Json;
          typeface: 'house' | 'text' | 'system';
          updated_at: string;
          zone: string;
        };
        Insert: {
          access: string;
          address: string;
          currency: string;
          description: string;
          email: string;
          first_class_price_cents?: number | null;
          getting_here: string;
          hero?: 'wordmark' | 'picture' | 'both';
          hero_media_id?: string | null;
          holiday_region?: string | null;
          id?: boolean;
          invitation: string;
          is_lower_case?: boolean;
          languages?: string[];
          lead: string;
          logo_path?: string | null;
          name: string;
          phone: string;
          phone_hours: string;
          primary_colour?: string | null;
          statement: string;
          steps_dismissed_at?: string | null;
          translations?: JsonInput;
          typeface?: 'house' | 'text' | 'system';
          updated_at?: string;
          zone: string;
        };
        Update: {
          access?: string;
          address?: string;
          currency?: string;
          description?: string;
          email?: string;
          first_class_price_cents?: number | null;
          getting_here?: string;
          hero?: 'wordmark' | 'picture' | 'both';
          hero_media_id?: string | null;
          holiday_region?: string | null;
          id?: boolean;
          invitation?: string;
          is_lower_case?: boolean;
          languages?: string[];
          lead?: string;
          logo_path?: string | null;
          name?: string;
          phone?: string;
          phone_hours?: string;
          primary_colour?: string | null;
          statement?: string;
          steps_dismissed_at?: string | null;
          translations?: JsonInput;
          typeface?: 'house' | 'text' | 'system';
          updated_at?: string;
          zone?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'studio_hero_media_id_fkey';
            columns: ['hero_media_id'];
            isOneToOne: false;
            referencedRelation: 'media';
            referencedColumns: ['id'];
          },
        ];
      };
      substitute_requests: {
        Row: {
          asked_at: string;
          asked_by: string | null;
          closed_at: string | null;
          found_by: string | null;
          found_person_id: string | null;
          id: string;
          person_id: string | null;
          reason: string;
          session_id: string;
          state: 'open' | 'found' | 'withdrawn';
        };
        Insert: {
          asked_at?: string;
          asked_by?: string | null;
          closed_at?: string | null;
          found_by?: string | null;
          found_person_id?: string | null;
          id?: string;
          person_id?: string | null;
          reason?: string;
          session_id: string;
          state?: 'open' | 'found' | 'withdrawn';
        };
        Update: {
          asked_at?: string;
          asked_by?: string | null;
          closed_at?: string | null;
          found_by?: string | null;
          found_person_id?: string | null;
          id?: string;
          person_id?: string | null;
          reason?: string;
          session_id?: string;
          state?: 'open' | 'found' | 'withdrawn';
        };
        Relationships: [
          {
            foreignKeyName: 'substitute_requests_found_person_id_fkey';
            columns: ['found_person_id'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'substitute_requests_person_id_fkey';
            columns: ['person_id'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'substitute_requests_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      terms: {
        Row: {
          ends_on: string;
          id: string;
          is_demo: boolean;
          name: string;
          starts_on: string;
          translations: Json;
        };
        Insert: {
          ends_on: string;
          id?: string;
          is_demo?: boolean;
          name: string;
          starts_on: string;
          translations?: JsonInput;
        };
        Update: {
          ends_on?: string;
          id?: string;
          is_demo?: boolean;
          name?: string;
          starts_on?: string;
          translations?: JsonInput;
        };
        Relationships: [];
      };
      timeline: {
        Row: {
          actor: string | null;
          at: string;
          details: Json;
          id: number;
          offering_id: string | null;
          order_id: string | null;
          session_id: string | null;
          waitlist_entry_id: number | null;
          what: string;
        };
        Insert: {
          actor?: string | null;
          at?: string;
          details?: JsonInput;
          id?: never;
          offering_id?: string | null;
          order_id?: string | null;
          session_id?: string | null;
          waitlist_entry_id?: number | null;
          what: string;
        };
        Update: {
          actor?: string | null;
          at?: string;
          details?: JsonInput;
          id?: never;
          offering_id?: string | null;
          order_id?: string | null;
          session_id?: string | null;
          waitlist_entry_id?: number | null;
          what?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'timeline_offering_id_fkey';
            columns: ['offering_id'];
            isOneToOne: false;
            referencedRelation: 'offerings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'timeline_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'timeline_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'sessions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'timeline_waitlist_entry_id_fkey';
            columns: ['waitlist_entry_id'];
            isOneToOne: false;
            referencedRelation: 'waitlist_entries';
            referencedColumns: ['id'];
          },
        ];
      };
      translated_slugs: {
        Row: {
          is_current: boolean;
          language: string;
          ref: string;
          relation: string;
          slug: string;
        };
        Insert: {
          is_current?: boolean;
          language: string;
          ref: string;
          relation: string;
          slug: string;
        };
        Update: {
          is_current?: boolean;
          language?: string;
          ref?: string;
          relation?: string;
          slug?: string;
        };
        Relationships: [];
      };
      voucher_entries: {
        Row: {
          at: string;
          cause: string;
          delta_cents: number;
          id: number;
          order_id: string | null;
          reason: string;
          voucher_id: string;
        };
        Insert: {
          at?: string;
          cause: string;
          delta_cents: number;
          id?: never;
          order_id?: string | null;
          reason?: string;
          voucher_id: string;
        };
        Update: {
          at?: string;
          cause?: string;
          delta_cents?: number;
          id?: never;
          order_id?: string | null;
          reason?: string;
          voucher_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'voucher_entries_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'voucher_entries_voucher_id_fkey';
            columns: ['voucher_id'];
            isOneToOne: false;
            referencedRelation: 'vouchers';
            referencedColumns: ['id'];
          },
        ];
      };
      vouchers: {
        Row: {
          booking_id: string | null;
          code: string;
          created_at: string;
          currency: string;
          email: string;
          id: string;
          is_active: boolean;
          order_id: string | null;
          user_id: string | null;
        };
        Insert: {
          booking_id?: string | null;
          code: string;
          created_at?: string;
          currency: string;
          email: string;
          id?: string;
          is_active?: boolean;
          order_id?: string | null;
          user_id?: string | null;
        };
        Update: {
          booking_id?: string | null;
          code?: string;
          created_at?: string;
          currency?: string;
          email?: string;
          id?: string;
          is_active?: boolean;
          order_id?: string | null;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'vouchers_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'vouchers_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      waitlist_entries: {
        Row: {
          email: string;
          id: number;
          is_demo: boolean;
          joined_at: string;
          language: string;
          name: string;
          offer_ends_at: string | null;
          offered_at: string | null;
          phone: string;
          places: number;
          pool_id: string;
          priority: number;
          state: 'waiting' | 'offered' | 'accepted' | 'declined' | 'expired' | 'left' | 'closed';
          user_id: string | null;
        };
        Insert: {
          email: string;
          id?: never;
          is_demo?: boolean;
          joined_at?: string;
          language?: string;
          name: string;
          offer_ends_at?: string | null;
          offered_at?: string | null;
          phone?: string;
          places: number;
          pool_id: string;
          priority?: number;
          state?: 'waiting' | 'offered' | 'accepted' | 'declined' | 'expired' | 'left' | 'closed';
          user_id?: string | null;
        };
        Update: {
          email?: string;
          id?: never;
          is_demo?: boolean;
          joined_at?: string;
          language?: string;
          name?: string;
          offer_ends_at?: string | null;
          offered_at?: string | null;
          phone?: string;
          places?: number;
          pool_id?: string;
          priority?: number;
          state?: 'waiting' | 'offered' | 'accepted' | 'declined' | 'expired' | 'left' | 'closed';
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'waitlist_entries_pool_id_fkey';
            columns: ['pool_id'];
            isOneToOne: false;
            referencedRelation: 'capacity_pools';
            referencedColumns: ['id'];
          },
        ];
      };
      works: {
        Row: {
          blocks: Json | null;
          body: string;
          credits: string;
          discipline: string;
          featured_position: number | null;
          id: string;
          is_demo: boolean;
          media_id: string | null;
          medium: string;
          person_id: string | null;
          picture_description: string;
          published_at: string | null;
          ratio_height: number;
          ratio_width: number;
          slug: string;
          sound_duration_ms: number | null;
          sound_path: string | null;
          title: string;
          translations: Json;
          year: number;
        };
        Insert: {
          blocks?: JsonInput | null;
          body: string;
          credits: string;
          discipline: string;
          featured_position?: number | null;
          id?: string;
          is_demo?: boolean;
          media_id?: string | null;
          medium: string;
          person_id?: string | null;
          picture_description: string;
          published_at?: string | null;
          ratio_height?: number;
          ratio_width?: number;
          slug: string;
          sound_duration_ms?: number | null;
          sound_path?: string | null;
          title: string;
          translations?: JsonInput;
          year: number;
        };
        Update: {
          blocks?: JsonInput | null;
          body?: string;
          credits?: string;
          discipline?: string;
          featured_position?: number | null;
          id?: string;
          is_demo?: boolean;
          media_id?: string | null;
          medium?: string;
          person_id?: string | null;
          picture_description?: string;
          published_at?: string | null;
          ratio_height?: number;
          ratio_width?: number;
          slug?: string;
          sound_duration_ms?: number | null;
          sound_path?: string | null;
          title?: string;
          translations?: JsonInput;
          year?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'works_discipline_fkey';
            columns: ['discipline'];
            isOneToOne: false;
            referencedRelation: 'disciplines';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'works_media_id_fkey';
            columns: ['media_id'];
            isOneToOne: false;
            referencedRelation: 'media';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'works_person_id_fkey';
            columns: ['person_id'];
            isOneToOne: false;
            referencedRelation: 'people';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      accept_offer: {
        Args: {
          waitlist_token: string | null;
        };
        Returns: Json;
      };
      accept_substitute: {
        Args: {
          request_id: string | null;
          person_id?: string | null;
        };
        Returns: Json;
      };
      add_household_note: {
        Args: {
          household_id: string | null;
          body: string | null;
        };
        Returns: undefined;
      };
      add_import_rows: {
        Args: {
          import: string | null;
          rows: JsonInput | null;
        };
        Returns: number;
      };
      add_order_email: {
        Args: {
          order_id: string | null;
          email: string | null;
        };
        Returns: undefined;
      };
      archive_offering: {
        Args: {
          offering_id: string | null;
          archived?: boolean | null;
        };
        Returns: undefined;
      };
      book: {
        Args: {
          hold_token: string | null;
          booking: JsonInput | null;
        };
        Returns: Json;
      };
      book_for_person: {
        Args: {
          session_id: string | null;
          buyer: JsonInput | null;
          attendees: JsonInput | null;
          method?: string | null;
          paid_by?: string | null;
          position_reason?: string | null;
          idempotency_key?: string | null;
        };
        Returns: Json;
      };
      booking_status: {
        Args: {
          order_token?: string | null;
          order_id?: string | null;
        };
        Returns: Json;
      };
      buy: {
        Args: {
          kind: string | null;
          buyer: JsonInput | null;
          method: string | null;
          pass_type?: string | null;
          amount_cents?: number | null;
          idempotency_key?: string | null;
          proof?: string | null;
          language?: string | null;
        };
        Returns: Json;
      };
      calendar_language: {
        Args: {
          calendar_token: string | null;
          page_language?: string | null;
        };
        Returns: string;
      };
      can_delete_my_account: {
        Args: never;
        Returns: Json;
      };
      cancel_bookings: {
        Args: {
          booking_ids: string[] | null;
          order_token?: string | null;
        };
        Returns: Json;
      };
      cancel_for_person: {
        Args: {
          booking_ids: string[] | null;
          everything_back: boolean | null;
          reason: string | null;
        };
        Returns: Json;
      };
      cancel_session: {
        Args: {
          session_id: string | null;
          reason?: string | null;
        };
        Returns: Json;
      };
      cancel_sessions: {
        Args: {
          session_id: string | null;
          scope: string | null;
          reason?: string | null;
        };
        Returns: Json;
      };
      card_payment_failed: {
        Args: {
          order_id: string | null;
          checkout?: string | null;
        };
        Returns: Json;
      };
      card_payment_received: {
        Args: {
          order_id: string | null;
          amount_cents: number | null;
          currency: string | null;
          provider_ref: string | null;
          checkout?: string | null;
        };
        Returns: Json;
      };
      card_refund_failed: {
        Args: {
          refund_id: string | null;
          why: string | null;
          provider_ref?: string | null;
        };
        Returns: boolean;
      };
      change_sessions: {
        Args: {
          session_id: string | null;
          scope: string | null;
          changes: JsonInput | null;
          clash_reason?: string | null;
        };
        Returns: number;
      };
      check_payment_mismatch: {
        Args: {
          mismatch_id: string | null;
        };
        Returns: undefined;
      };
      complete_refund: {
        Args: {
          refund_id: string | null;
          provider_ref?: string | null;
        };
        Returns: undefined;
      };
      confirm_newsletter: {
        Args: {
          link: string | null;
        };
        Returns: Json;
      };
      confirm_policy: {
        Args: {
          slug: string | null;
          facts: JsonInput | null;
        };
        Returns: undefined;
      };
      create_content: {
        Args: {
          of_relation: string | null;
          title: string | null;
        };
        Returns: string;
      };
      create_import: {
        Args: {
          kind: string | null;
          file_name?: string | null;
        };
        Returns: string;
      };
      delete_issue: {
        Args: {
          issue_id: string | null;
        };
        Returns: undefined;
      };
      delete_job: {
        Args: {
          job: number | null;
        };
        Returns: undefined;
      };
      delete_my_account: {
        Args: {
          typed: string | null;
        };
        Returns: undefined;
      };
      delete_offering: {
        Args: {
          offering_id: string | null;
        };
        Returns: undefined;
      };
      discipline_usage: {
        Args: never;
        Returns: Json;
      };
      duplicate_offering: {
        Args: {
          offering_id: string | null;
        };
        Returns: string;
      };
      email_status: {
        Args: never;
        Returns: Json;
      };
      fill_playlist: {
        Args: {
          of_playlist: string | null;
        };
        Returns: number;
      };
      find_anything: {
        Args: {
          query: string | null;
          max_rows?: number | null;
        };
        Returns: {
          kind: string;
          id: string;
          slug: string;
          title: string;
          detail: string;
        }[];
      };
      first_class_price: {
        Args: {
          session_id: string | null;
        };
        Returns: number;
      };
      first_steps: {
        Args: never;
        Returns: Json;
      };
      get_calendar: {
        Args: {
          calendar_token: string | null;
        };
        Returns: Json;
      };
      get_contact_message: {
        Args: {
          contact_message_id: string | null;
        };
        Returns: Json;
      };
      get_household: {
        Args: {
          household_id: string | null;
        };
        Returns: Json;
      };
      get_order: {
        Args: {
          order_id: string | null;
        };
        Returns: Json;
      };
      get_register: {
        Args: {
          session_id: string | null;
        };
        Returns: Json;
      };
      get_today: {
        Args: never;
        Returns: Json;
      };
      get_waitlist: {
        Args: {
          pool_id: string | null;
          from_place?: number | null;
          max_rows?: number | null;
        };
        Returns: Json;
      };
      has_role: {
        Args: {
          wanted: string | null;
        };
        Returns: boolean;
      };
      hold_places: {
        Args: {
          session_id: string | null;
          places?: number | null;
          idempotency_key?: string | null;
          proof?: string | null;
        };
        Returns: Json;
      };
      hold_status: {
        Args: {
          hold_token: string | null;
        };
        Returns: Json;
      };
      import_progress: {
        Args: never;
        Returns: number;
      };
      is_closed_sample: {
        Args: {
          session_id: string | null;
        };
        Returns: boolean;
      };
      is_staff: {
        Args: never;
        Returns: boolean;
      };
      issue_statistics: {
        Args: {
          issue_id: string | null;
        };
        Returns: Json;
      };
      join_waitlist: {
        Args: {
          session_id: string | null;
          places: number | null;
          person: JsonInput | null;
          idempotency_key?: string | null;
          proof?: string | null;
          language?: string | null;
        };
        Returns: Json;
      };
      leave_waitlist: {
        Args: {
          waitlist_token: string | null;
        };
        Returns: Json;
      };
      link_teacher: {
        Args: {
          person_id: string | null;
          email: string | null;
        };
        Returns: undefined;
      };
      list_audit_events: {
        Args: {
          wanted_area?: string | null;
          wanted_actor?: string | null;
          since?: string | null;
          until?: string | null;
          before?: number | null;
          max_rows?: number | null;
        };
        Returns: {
          id: number;
          at: string;
          actor: string;
          actor_name: string;
          area: string;
          action: string;
          table_name: string;
          subject: string;
          details: Json;
        }[];
      };
      list_contact_messages: {
        Args: {
          query?: string | null;
          only_state?: string | null;
          mine?: boolean | null;
          before_at?: string | null;
          before_id?: string | null;
          after_at?: string | null;
          after_id?: string | null;
          max_rows?: number | null;
        };
        Returns: {
          id: string;
          name: string;
          email: string;
          opening: string;
          received_at: string;
          state: string;
          assigned_to: string;
          assigned_name: string;
          replies: number;
        }[];
      };
      list_households: {
        Args: {
          query?: string | null;
          after_name?: string | null;
          after_id?: string | null;
          before_name?: string | null;
          before_id?: string | null;
          max_rows?: number | null;
        };
        Returns: {
          id: string;
          name: string;
          sort_name: string;
          created_at: string;
          guardians: string;
          emails: string;
          people: string;
          people_count: number;
        }[];
      };
      list_jobs: {
        Args: {
          only_failed?: boolean | null;
          before?: number | null;
          max_rows?: number | null;
        };
        Returns: {
          id: number;
          kind: string;
          run_at: string;
          attempts: number;
          last_error: string;
          failed_at: string;
          created_at: string;
        }[];
      };
      list_ledger: {
        Args: {
          query?: string | null;
          only_method?: string | null;
          from_day?: string | null;
          to_day?: string | null;
          before_at?: string | null;
          before_id?: string | null;
          after_at?: string | null;
          after_id?: string | null;
          max_rows?: number | null;
        };
        Returns: {
          id: string;
          kind: string;
          at: string;
          amount_cents: number;
          currency: string;
          method: string;
          state: string;
          cause: string;
          reason: string;
          order_id: string;
          number: string;
          buyer_name: string;
          recorded_name: string;
          reference: string;
          receipt_number: string;
          class: string;
          order_kind: string;
          tax_cents: number;
        }[];
      };
      list_orders: {
        Args: {
          query?: string | null;
          only_state?: string | null;
          unpaid?: boolean | null;
          of_offering?: string | null;
          from_day?: string | null;
          to_day?: string | null;
          only_method?: string | null;
          before_at?: string | null;
          before_id?: string | null;
          after_at?: string | null;
          after_id?: string | null;
          max_rows?: number | null;
        };
        Returns: {
          id: string;
          number: string;
          kind: string;
          state: string;
          buyer_name: string;
          buyer_email: string;
          method: string;
          currency: string;
          total_cents: number;
          paid_cents: number;
          due_at: string;
          created_at: string;
          title: string;
          places: number;
          starts_at: string;
        }[];
      };
      list_passes: {
        Args: {
          query?: string | null;
          before_at?: string | null;
          before_id?: string | null;
          after_at?: string | null;
          after_id?: string | null;
          max_rows?: number | null;
        };
        Returns: {
          id: string;
          code: string;
          type_name: string;
          email: string;
          buyer_name: string;
          order_id: string;
          entries: number;
          left_entries: number;
          valid_until: string;
          is_active: boolean;
          created_at: string;
        }[];
      };
      list_policies: {
        Args: never;
        Returns: {
          slug: string;
          state: string;
          since: string;
          facts: Json;
        }[];
      };
      list_receipts: {
        Args: {
          order_token?: string | null;
          order_id?: string | null;
        };
        Returns: Json;
      };
      list_vouchers: {
        Args: {
          query?: string | null;
          before_at?: string | null;
          before_id?: string | null;
          after_at?: string | null;
          after_id?: string | null;
          max_rows?: number | null;
        };
        Returns: {
          id: string;
          code: string;
          email: string;
          buyer_name: string;
          order_id: string;
          currency: string;
          issued_cents: number;
          left_cents: number;
          is_active: boolean;
          cause: string;
          reason: string;
          created_at: string;
        }[];
      };
      list_waitlists: {
        Args: {
          query?: string | null;
          after_at?: string | null;
          after_pool?: string | null;
          max_rows?: number | null;
        };
        Returns: {
          pool_id: string;
          session_id: string;
          title: string;
          starts_at: string;
          capacity: number;
          seats: number;
          held: number;
          offered: number;
          waiting: number;
          places_waited: number;
          first_name: string;
          first_since: string;
        }[];
      };
      make_teacher: {
        Args: {
          account: string | null;
        };
        Returns: string;
      };
      mark_attendance: {
        Args: {
          session_id: string | null;
          marks: JsonInput | null;
        };
        Returns: number;
      };
      may_moderate_chat: {
        Args: {
          chat: string | null;
        };
        Returns: boolean;
      };
      merge_households: {
        Args: {
          target_household_id: string | null;
          merged_id: string | null;
          reason: string | null;
          same?: JsonInput | null;
        };
        Returns: string;
      };
      message_class: {
        Args: {
          session_id: string | null;
          subject: string | null;
          body: string | null;
        };
        Returns: Json;
      };
      missing_episodes: {
        Args: never;
        Returns: {
          airing_id: string;
          show_id: string;
          title: string;
          translations: Json;
          starts_at: string;
        }[];
      };
      move_booking: {
        Args: {
          booking_id: string | null;
          to_session: string | null;
          order_token?: string | null;
        };
        Returns: Json;
      };
      move_bookings: {
        Args: {
          booking_ids: string[] | null;
          to_session: string | null;
          order_token?: string | null;
        };
        Returns: Json;
      };
      move_in_waitlist: {
        Args: {
          waitlist_entry_id: number | null;
          priority: number | null;
          reason: string | null;
        };
        Returns: Json;
      };
      mute_chat_address: {
        Args: {
          message: string | null;
        };
        Returns: undefined;
      };
      mute_chat_author: {
        Args: {
          message: string | null;
        };
        Returns: undefined;
      };
      my_calendar_link: {
        Args: {
          renew?: boolean | null;
        };
        Returns: string;
      };
      my_class_hours: {
        Args: never;
        Returns: {
          playlist_id: string;
          title: string;
          translations: Json;
          show_title: string;
          from_time: string;
          to_time: string;
          weekdays: number[];
          track_count: number;
        }[];
      };
      my_data: {
        Args: never;
        Returns: Json;
      };
      my_family: {
        Args: never;
        Returns: Database['public']['Tables']['participants']['Row'][];
        SetofOptions: {
          from: '*';
          to: 'participants';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      my_newsletter: {
        Args: {
          wanted?: boolean | null;
        };
        Returns: boolean;
      };
      my_next_dates: {
        Args: {
          max_rows?: number | null;
        };
        Returns: Json;
      };
      my_photo_consents: {
        Args: never;
        Returns: string[];
      };
      my_profile: {
        Args: never;
        Returns: Json;
      };
      my_teaching: {
        Args: {
          from_day?: string | null;
          days?: number | null;
          all_teachers?: boolean | null;
        };
        Returns: Json;
      };
      my_waitlist_entries: {
        Args: never;
        Returns: Json;
      };
      newsletter_status: {
        Args: {
          link: string | null;
        };
        Returns: Json;
      };
      offer_now: {
        Args: {
          waitlist_entry_id: number | null;
          reason: string | null;
          add_places?: boolean | null;
        };
        Returns: Json;
      };
      open_substitutes: {
        Args: never;
        Returns: Json;
      };
      order_class_hour: {
        Args: {
          of_playlist: string | null;
          tracks: string[] | null;
        };
        Returns: undefined;
      };
      order_disciplines: {
        Args: {
          slugs: string[] | null;
        };
        Returns: undefined;
      };
      pause_chat: {
        Args: {
          chat: string | null;
          is_paused: boolean | null;
        };
        Returns: undefined;
      };
      plan_dates: {
        Args: {
          offering_id: string | null;
          plan: JsonInput | null;
          dry_run?: boolean | null;
        };
        Returns: Json;
      };
      plan_episode: {
        Args: {
          slot_id: string | null;
          on_date: string | null;
          episode_id: string | null;
        };
        Returns: undefined;
      };
      playlist_sizes: {
        Args: never;
        Returns: {
          playlist_id: string;
          track_count: number;
        }[];
      };
      preview_archive: {
        Args: {
          offering_id: string | null;
        };
        Returns: Json;
      };
      preview_cancel: {
        Args: {
          session_id: string | null;
          scope: string | null;
        };
        Returns: Json;
      };
      preview_change: {
        Args: {
          session_id: string | null;
          scope: string | null;
          changes: JsonInput | null;
        };
        Returns: Json;
      };
      preview_content: {
        Args: {
          token: string | null;
        };
        Returns: Json;
      };
      preview_merge: {
        Args: {
          target_household_id: string | null;
          merged_id: string | null;
        };
        Returns: Json;
      };
      publish_content: {
        Args: {
          of_relation: string | null;
          of_ref: string | null;
          base_version: number | null;
          at?: string | null;
        };
        Returns: undefined;
      };
      purge_content: {
        Args: {
          of_relation: string | null;
          of_ref: string | null;
        };
        Returns: undefined;
      };
      radio_audience: {
        Args: {
          from_day: string | null;
          to_day: string | null;
        };
        Returns: Json;
      };
      radio_retention: {
        Args: {
          of_show: string | null;
          from_day: string | null;
          to_day: string | null;
        };
        Returns: Json;
      };
      recent_listeners: {
        Args: never;
        Returns: number[];
      };
      record_payment: {
        Args: {
          order_id: string | null;
          amount_cents: number | null;
          method: string | null;
          idempotency_key?: string | null;
        };
        Returns: Json;
      };
      refund_order: {
        Args: {
          order_id: string | null;
          amount_cents: number | null;
          reason: string | null;
          method?: string | null;
          is_done?: boolean | null;
          idempotency_key?: string | null;
        };
        Returns: Json;
      };
      release_hold: {
        Args: {
          hold_token: string | null;
        };
        Returns: Json;
      };
      remove_added_places: {
        Args: {
          pool_id: string | null;
          places: number | null;
          reason: string | null;
        };
        Returns: Json;
      };
      remove_chat_message: {
        Args: {
          message: string | null;
        };
        Returns: undefined;
      };
      remove_demo_content: {
        Args: never;
        Returns: Json;
      };
      remove_discipline: {
        Args: {
          discipline: string | null;
          move_to?: string | null;
        };
        Returns: undefined;
      };
      remove_family_member: {
        Args: {
          id: string | null;
        };
        Returns: undefined;
      };
      remove_from_waitlist: {
        Args: {
          waitlist_entry_id: number | null;
          reason: string | null;
        };
        Returns: Json;
      };
      remove_sessions: {
        Args: {
          session_id: string | null;
          scope: string | null;
          notify_teachers?: boolean | null;
          reason?: string | null;
        };
        Returns: Json;
      };
      renew_preview: {
        Args: {
          of_relation: string | null;
          of_ref: string | null;
        };
        Returns: string;
      };
      reply_to_contact_message: {
        Args: {
          contact_message_id: string | null;
          body: string | null;
          idempotency_key?: string | null;
        };
        Returns: Json;
      };
      request_substitute: {
        Args: {
          session_id: string | null;
          reason?: string | null;
        };
        Returns: Json;
      };
      resend_confirmation: {
        Args: {
          order_id: string | null;
        };
        Returns: undefined;
      };
      restore_revision: {
        Args: {
          of_relation: string | null;
          of_ref: string | null;
          wanted: number | null;
          base_version: number | null;
        };
        Returns: number;
      };
      restore_session: {
        Args: {
          session_id: string | null;
        };
        Returns: Json;
      };
      retry_job: {
        Args: {
          job: number | null;
        };
        Returns: undefined;
      };
      retry_refund: {
        Args: {
          refund_id: string | null;
        };
        Returns: Json;
      };
      run_import: {
        Args: {
          import: string | null;
          is_final: boolean | null;
        };
        Returns: Json;
      };
      sample_content: {
        Args: never;
        Returns: Json;
      };
      save_content: {
        Args: {
          of_relation: string | null;
          of_ref: string | null;
          new_fields: JsonInput | null;
          base_version: number | null;
        };
        Returns: number;
      };
      save_discipline: {
        Args: {
          discipline: string | null;
          name: string | null;
          color: string | null;
          description?: string | null;
          translations?: JsonInput | null;
        };
        Returns: string;
      };
      save_family_member: {
        Args: {
          name: string | null;
          born_on?: string | null;
          note?: string | null;
          id?: string | null;
        };
        Returns: Database['public']['Tables']['participants']['Row'];
        SetofOptions: {
          from: '*';
          to: 'participants';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      save_issue: {
        Args: {
          subject: string | null;
          blocks: JsonInput | null;
          issue_id?: string | null;
          version?: number | null;
        };
        Returns: Database['public']['Tables']['newsletter_issues']['Row'];
        SetofOptions: {
          from: '*';
          to: 'newsletter_issues';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      save_my_profile: {
        Args: {
          name: string | null;
          phone?: string | null;
          born_on?: string | null;
          note?: string | null;
        };
        Returns: undefined;
      };
      save_offering: {
        Args: {
          offering_id: string | null;
          known_version: number | null;
          fields: JsonInput | null;
          questions?: JsonInput | null;
        };
        Returns: Json;
      };
      save_pass_type: {
        Args: {
          id: string | null;
          name: string | null;
          entries: number | null;
          price_cents: number | null;
          valid_days: number | null;
          is_sold: boolean | null;
          translations?: JsonInput | null;
        };
        Returns: undefined;
      };
      save_radio_clock: {
        Args: {
          of_show: string | null;
          separation: JsonInput | null;
          items: JsonInput | null;
        };
        Returns: string;
      };
      search_people: {
        Args: {
          query: string | null;
          max_rows?: number | null;
        };
        Returns: {
          participant_id: string;
          name: string;
          born_on: string;
          household_id: string;
          guardian: string;
          email: string;
        }[];
      };
      search_studio: {
        Args: {
          query: string | null;
          max_rows?: number | null;
          in_language?: string | null;
        };
        Returns: {
          kind: string;
          title: string;
          summary: string;
          path: string;
          language: string;
        }[];
      };
      sell_at_studio: {
        Args: {
          kind: string | null;
          buyer: JsonInput | null;
          pass_type?: string | null;
          amount_cents?: number | null;
          paid_by?: string | null;
          gift_reason?: string | null;
          idempotency_key?: string | null;
        };
        Returns: Json;
      };
      send_issue: {
        Args: {
          issue_id: string | null;
          version: number | null;
        };
        Returns: Database['public']['Tables']['newsletter_issues']['Row'];
        SetofOptions: {
          from: '*';
          to: 'newsletter_issues';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      send_newsletter: {
        Args: {
          subject: string | null;
          body: string | null;
        };
        Returns: number;
      };
      send_payment_reminder: {
        Args: {
          order_id: string | null;
        };
        Returns: undefined;
      };
      set_capacity: {
        Args: {
          session_id: string | null;
          scope: string | null;
          capacity: number | null;
        };
        Returns: number;
      };
      set_code_active: {
        Args: {
          kind: string | null;
          id: string | null;
          active: boolean | null;
          reason: string | null;
        };
        Returns: undefined;
      };
      set_consent: {
        Args: {
          participant_id: string | null;
          kind: string | null;
          is_given: boolean | null;
        };
        Returns: undefined;
      };
      set_opening_hours: {
        Args: {
          hours: JsonInput | null;
        };
        Returns: undefined;
      };
      set_role: {
        Args: {
          person: string | null;
          wanted: string | null;
          granted: boolean | null;
        };
        Returns: undefined;
      };
      set_show_host: {
        Args: {
          show_id: string | null;
          user_id: string | null;
        };
        Returns: string;
      };
      set_waitlist_position: {
        Args: {
          waitlist_entry_id: number | null;
          place: number | null;
          reason: string | null;
        };
        Returns: Json;
      };
      staff_counts: {
        Args: never;
        Returns: Json;
      };
      stop_issue: {
        Args: {
          issue_id: string | null;
        };
        Returns: Database['public']['Tables']['newsletter_issues']['Row'];
        SetofOptions: {
          from: '*';
          to: 'newsletter_issues';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      studio_report: {
        Args: {
          subject: string | null;
          from_day: string | null;
          to_day: string | null;
          step: string | null;
        };
        Returns: Json;
      };
      subscribe_to_newsletter: {
        Args: {
          email: string | null;
          language?: string | null;
        };
        Returns: undefined;
      };
      sum_ledger: {
        Args: {
          from_day?: string | null;
          to_day?: string | null;
        };
        Returns: {
          currency: string;
          method: string;
          in_cents: number;
          out_cents: number;
        }[];
      };
      sum_orders: {
        Args: {
          query?: string | null;
          only_state?: string | null;
          unpaid?: boolean | null;
          of_offering?: string | null;
          from_day?: string | null;
          to_day?: string | null;
          only_method?: string | null;
        };
        Returns: {
          currency: string;
          orders: number;
          total_cents: number;
          due_cents: number;
        }[];
      };
      sync_register: {
        Args: {
          session_id: string | null;
          device: string | null;
          sent_at: string | null;
          marks?: JsonInput | null;
          notes?: JsonInput | null;
        };
        Returns: Json;
      };
      teacher_candidates: {
        Args: never;
        Returns: Json;
      };
      teaching_accounts: {
        Args: never;
        Returns: Json;
      };
      test_issue: {
        Args: {
          issue_id: string | null;
        };
        Returns: string;
      };
      trash_content: {
        Args: {
          of_relation: string | null;
          of_ref: string | null;
        };
        Returns: undefined;
      };
      undo_merge: {
        Args: {
          merge_id: string | null;
        };
        Returns: string;
      };
      unmute_chat_address: {
        Args: {
          mute: string | null;
        };
        Returns: undefined;
      };
      unmute_chat_author: {
        Args: {
          mute: string | null;
        };
        Returns: undefined;
      };
      unplan_episode: {
        Args: {
          slot_id: string | null;
          on_date: string | null;
        };
        Returns: undefined;
      };
      unpublish_content: {
        Args: {
          of_relation: string | null;
          of_ref: string | null;
        };
        Returns: undefined;
      };
      unschedule_content: {
        Args: {
          of_relation: string | null;
          of_ref: string | null;
        };
        Returns: undefined;
      };
      unsubscribe_from_newsletter: {
        Args: {
          link: string | null;
        };
        Returns: Json;
      };
      untrash_content: {
        Args: {
          of_relation: string | null;
          of_ref: string | null;
        };
        Returns: undefined;
      };
      update_contact_message: {
        Args: {
          contact_message_id: string | null;
          state?: string | null;
          assign_to?: string | null;
          unassign?: boolean | null;
          note?: string | null;
        };
        Returns: Json;
      };
      waitlist_status: {
        Args: {
          waitlist_token: string | null;
        };
        Returns: Json;
      };
      withdraw_substitute: {
        Args: {
          request_id: string | null;
        };
        Returns: Json;
      };
    };
    Enums: { [_ in never]: never };
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
