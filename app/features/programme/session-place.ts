import type { ReactElement, ReactNode } from 'react';
import { contentText } from '#app/language/content-text.ts';
import type { Marks } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';

/** Where a session takes place: its room, or online. */
export function sessionPlace(session: { is_online: boolean; room: { name: string } & Marks }): ReactNode {
  return session.is_online ? t('shared.programme.online') : contentText(session.room, 'name');
}

/** The same where the session carries the name of its room. */
export function placeOf(session: { is_online: boolean; room: string } & Marks): ReactElement | string {
  return session.is_online ? t('shared.programme.online') : contentText(session, 'room');
}
