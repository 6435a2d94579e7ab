// A message from the contact form, and the answer to it.
export interface ContactMessage {
  name: string;
  email: string;
  message: string;
  /** Of the page that it was written on; without it the studio's default. */
  language?: string;
}

export type ContactAnswer =
  | { state: 'taken' }
  | { state: 'not_human' }
  /** So many came from everywhere that the inbox would drown. */
  | { state: 'too_many'; waitS: number }
  /** English messages by field, and the names of the messages that word them. */
  | { state: 'wrong'; fields: Record<string, string>; problems: { field: string; message_name: string }[] };
