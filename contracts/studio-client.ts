// supabase-js as onda uses it: tables, columns, functions and their JSON are checked against the schema.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Answers } from './answers.ts';
import type { Block } from './blocks.ts';
import type { CancellationPolicy } from './booking.ts';
import type { CodedText } from './coded-text.ts';
import type { Database as Generated } from './database.types.ts';
import type { ContentFields } from './draft.ts';
import type { NewsletterBlock } from './messages.ts';
import type { Translations } from './translations.ts';

/** What PostgreSQL knows as "jsonb" only. Its check constraints hold these shapes. */
interface JsonColumns {
  backup_copies: { error: CodedText | null; test_result: CodedText | null };
  backups: { step: CodedText | null; error: CodedText | null; test_result: CodedText | null };
  cancellation_policies: { translations: Translations };
  disciplines: { translations: Translations };
  media: { translations: Translations };
  offerings: { translations: Translations };
  pass_types: { translations: Translations };
  questions: { translations: Translations };
  radio_connections: { reason: CodedText };
  radio_episodes: { translations: Translations; chapters: { start_ms: number; title: string }[] };
  radio_events: { event: CodedText };
  rooms: { translations: Translations };
  shows: { translations: Translations };
  studio: { translations: Translations };
  terms: { translations: Translations };
  bookings: { answers: Record<string, string>; policy: CancellationPolicy };
  content_revisions: { fields: ContentFields };
  contents: { fields: ContentFields };
  holds: { policy: CancellationPolicy };
  import_rows: { data: Record<string, string> };
  newsletter_issues: { blocks: NewsletterBlock[] };
  outbox: { last_error: CodedText | null };
  pages: { blocks: Block[] | null; translations: Translations };
  people: { blocks: Block[] | null; translations: Translations };
  posts: { blocks: Block[] | null; translations: Translations };
  timeline: { details: Record<string, unknown> };
  works: { blocks: Block[] | null; translations: Translations };
}

type Tables = Generated['public']['Tables'];
type Functions = Generated['public']['Functions'];

type WithColumns<Table extends { Row: object }, Columns> = Omit<Table, 'Row'> & {
  Row: Omit<Table['Row'], keyof Columns> & Columns;
};

export interface Database {
  __InternalSupabase: Generated['__InternalSupabase'];
  public: Omit<Generated['public'], 'Tables' | 'Functions'> & {
    Tables: {
      [Name in keyof Tables]: Name extends keyof JsonColumns
        ? WithColumns<Tables[Name], JsonColumns[Name]>
        : Tables[Name];
    };
    Functions: {
      [Name in keyof Functions]: Name extends keyof Answers
        ? Omit<Functions[Name], 'Returns'> & { Returns: Answers[Name] }
        : Functions[Name];
    };
  };
}

export type StudioClient = SupabaseClient<Database>;

export type FunctionName = keyof Database['public']['Functions'] & string;
type ArgsOf<Name extends FunctionName> = Database['public']['Functions'][Name]['Args'];
/** Undefined for a function without parameters. */
export type FunctionArgs<Name extends FunctionName> = [ArgsOf<Name>] extends [never]
  ? undefined
  : ArgsOf<Name>;
export type FunctionAnswer<Name extends FunctionName> = Database['public']['Functions'][Name]['Returns'];
