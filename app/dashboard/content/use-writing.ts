// The state of the editor: fields, unsaved changes and the last error.

import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { callFunction } from '#app/backend/call-function.ts';
import { t } from '#app/language/messages.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import type { ContentFields } from '#contracts/draft.ts';
import type { FunctionArgs } from '#contracts/studio-client.ts';
import type { WholeContent } from './content.ts';

export interface Conflict {
  message: string;
  version: number;
  theirs: ContentFields;
}

interface SaveError {
  message: string;
  hint?: string;
  details?: string;
}

type ContentAction =
  | 'publish_content'
  | 'renew_preview'
  | 'restore_revision'
  | 'unpublish_content'
  | 'unschedule_content'
  | 'untrash_content';
/** Which item a function is about; the hook adds it. */
interface ContentKey {
  of_relation: string;
  of_ref: string;
}

export interface Writing {
  fields: ContentFields;
  version: number;
  isDirty: boolean;
  isBusy: boolean;
  failure: string;
  conflict: Conflict | null;
  change(patch: Partial<ContentFields>): void;
  /** Returns the saved version, or null if it failed. `over`: overwrite the version someone else saved. */
  save(over?: number): Promise<number | null>;
  /** Calls a database function on this item; false if it failed. */
  act<Name extends ContentAction>(
    name: Name,
    more?: Omit<FunctionArgs<Name>, keyof ContentKey>,
  ): Promise<boolean>;
  /** The version that the next save is based on. */
  setVersion(version: number): void;
}

export function useWriting(content: WholeContent): Writing {
  const { relation, ref } = content;
  const [fields, setFields] = useState(content.fields);
  const [version, setVersion] = useState(content.version);
  const [isDirty, setDirty] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const target = { of_relation: relation, of_ref: ref };

  const handleError = async (error: SaveError): Promise<void> => {
    if (error.hint !== 'changed_meanwhile') return setFailure(describeReason(error));
    const client = await backend();
    const { data } = await client
      .from('contents')
      .select('fields,version')
      .eq('relation', relation)
      .eq('ref', ref)
      .maybeSingle();
    if (data) setConflict({ message: describeReason(error), version: data.version, theirs: data.fields });
    else setFailure(t('dashboard.content.this_was_deleted_by_someone_else'));
  };

  return {
    fields,
    version,
    isDirty,
    isBusy,
    failure,
    conflict,
    setVersion,
    change(patch) {
      setFields((before) => ({ ...before, ...patch }));
      setDirty(true);
    },
    async save(over) {
      setBusy(true);
      setFailure('');
      const sent = fields;
      const client = await backend(() => setBusy(false));
      const { data, error } = await client.rpc('save_content', {
        ...target,
        new_fields: sent,
        base_version: over ?? version,
      });
      if (error) await handleError(error);
      setBusy(false);
      if (error) return null;
      setConflict(null);
      setVersion(data);
      // What was typed while saving is still unsaved.
      setFields((now) => {
        setDirty(now !== sent);
        return now;
      });
      return data;
    },
    async act(name, more) {
      setBusy(true);
      setFailure('');
      const client = await backend(() => setBusy(false));
      const { error } = await callFunction(client, name, { ...target, ...more } as FunctionArgs<typeof name>);
      if (error) await handleError(error);
      setBusy(false);
      return !error;
    },
  };
}
