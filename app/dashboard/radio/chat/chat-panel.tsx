// The chat for hosts: read, answer, remove messages, and mute someone until the show ends or their address for longer.

import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { callFunction } from '#app/backend/call-function.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { ChatForm } from '#app/features/radio-chat/chat-form.tsx';
import { ChatList } from '#app/features/radio-chat/chat-list.tsx';
import type { ChatMessage, OpenChat } from '#app/features/radio-chat/open-chat.ts';
import { useRadioChat } from '#app/features/radio-chat/use-radio-chat.ts';
import { questionText, t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import type { FunctionArgs } from '#contracts/studio-client.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { Panel } from '../../layout/page.tsx';
import { ownApi } from '../../own-api.ts';
import { useStudio } from '../../use-studio.ts';
import { MutedAddresses } from './muted-addresses.tsx';
import { type AddressMute, type Mute, readAddressMutes, readMutes } from './read-mutes.ts';

type Action =
  | 'pause_chat'
  | 'remove_chat_message'
  | 'mute_chat_author'
  | 'unmute_chat_author'
  | 'mute_chat_address'
  | 'unmute_chat_address';

/** Loaded if not given: the page may have been opened before the show. */
export function ChatPanel({ initial }: { initial: OpenChat | null }) {
  const { studio } = useStudio();
  const { chat } = useRadioChat(initial, { isWanted: true });
  const [mutes, setMutes] = useState<Mute[]>([]);
  const [addresses, setAddresses] = useState<AddressMute[]>([]);
  const chatId = chat?.id;
  const lookForMutes = async () => {
    if (chatId) setMutes(await readMutes(chatId));
    setAddresses(await readAddressMutes());
  };
  useEffect(() => {
    setMutes([]);
    if (chatId) readMutes(chatId).then(setMutes, reportFailure);
    readAddressMutes().then(setAddresses, reportFailure);
  }, [chatId]);
  const call = async <Name extends Action>(name: Name, args: FunctionArgs<Name>) => {
    const client = await backend();
    const { error } = await callFunction(client, name, args);
    if (reportFailure(error)) await lookForMutes().catch(reportFailure);
  };
  const mute = (message: ChatMessage) =>
    confirm({
      ...questionText('dashboard.radio.mute', { name: message.name }),
      type: 'destructive',
      onConfirm: () => call('mute_chat_author', { message: message.id }),
    });
  const muteAddress = (message: ChatMessage) =>
    confirm({
      ...questionText('dashboard.radio.mute_address', { name: message.name }),
      type: 'destructive',
      onConfirm: () => call('mute_chat_address', { message: message.id }),
    });
  return (
    <Panel
      title={t('dashboard.radio.chat')}
      aside={chat ? (chat.showTitle ?? t('dashboard.radio.chat_open')) : t('dashboard.radio.chat_closed')}
    >
      {chat ? (
        <div className="chat">
          <ChatList
            messages={chat.messages}
            zone={studio.zone}
            empty={t('dashboard.radio.no_messages_yet_ask_your_listeners')}
            actions={(message) => (
              <span className="dash-row-actions">
                <RowAction
                  label={t('dashboard.common.remove')}
                  name={t('dashboard.radio.remove_message_by', {
                    body: message.body,
                    name: message.name,
                  })}
                  onClick={() => call('remove_chat_message', { message: message.id })}
                />
                {(message.author_kind === 'guest' || message.author_kind === 'member') && (
                  <RowAction
                    label={t('dashboard.radio.mute')}
                    name={t('dashboard.radio.mute_name', { name: message.name })}
                    onClick={() => mute(message)}
                  />
                )}
                {message.author_kind === 'guest' && (
                  <RowAction
                    label={t('dashboard.radio.mute_address')}
                    name={t('dashboard.radio.mute_address_of_name', { name: message.name })}
                    onClick={() => muteAddress(message)}
                  />
                )}
              </span>
            )}
          />
          {mutes.length > 0 && (
            <ul className="dash-list" aria-label={t('dashboard.radio.muted_until_the_show_ends')}>
              {mutes.map((one) => (
                <li key={one.id}>
                  <RowText title={one.name}>{t('dashboard.radio.muted_until_show_ends_state')}</RowText>
                  <RowAction
                    label={t('dashboard.radio.unmute')}
                    name={t('dashboard.radio.unmute_name', { name: one.name })}
                    onClick={() => call('unmute_chat_author', { mute: one.id })}
                  />
                </li>
              ))}
            </ul>
          )}
          <p className="dash-row-actions">
            {chat.isPaused && <span role="status">{t('dashboard.radio.chat_paused_for_listeners')}</span>}
            <LinkButton onClick={() => call('pause_chat', { chat: chat.id, is_paused: !chat.isPaused })}>
              {chat.isPaused ? t('dashboard.radio.resume_chat') : t('dashboard.radio.pause_chat')}
            </LinkButton>
          </p>
          <ChatForm
            asksName={false}
            onSend={({ body }) => ownApi('/radio/chat', { method: 'POST', body: { body } })}
          />
        </div>
      ) : (
        <p className="dash-quiet">{t('dashboard.radio.the_chat_opens_on_the_radio')}</p>
      )}
      <MutedAddresses mutes={addresses} onLift={({ id }) => call('unmute_chat_address', { mute: id })} />
    </Panel>
  );
}
