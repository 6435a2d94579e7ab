// The chat for hosts: read, answer, remove messages, and mute someone until the show ends or their address for longer.
import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { callFunction } from '#app/backend/call-function.ts';
import { ChatForm } from '#app/features/radio-chat/chat-form.tsx';
import { ChatList } from '#app/features/radio-chat/chat-list.tsx';
import type { ChatMessage, OpenChat } from '#app/features/radio-chat/open-chat.ts';
import { useRadioChat } from '#app/features/radio-chat/use-radio-chat.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import type { FunctionArgs } from '#contracts/studio-client.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { Panel } from '../../layout/page.tsx';
import { ownApi } from '../../own-api.ts';
import { useStudio } from '../../use-studio.ts';
import { MutedAddresses } from './muted-addresses.tsx';
import { type AddressMute, type Mute, readAddressMutes, readMutes } from './read-mutes.ts';

type Action =
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
      title: `Mute ${message.name}?`,
      content: 'Their messages in this show are removed, and they cannot write until it ends.',
      type: 'destructive',
      confirmText: 'Mute',
      onConfirm: () => call('mute_chat_author', { message: message.id }),
    });
  const muteAddress = (message: ChatMessage) =>
    confirm({
      title: `Mute ${message.name}’s address?`,
      content:
        'Guests from this address cannot write in the chat under any name for 30 days, or until you unmute it here. This may affect other people in the same household.',
      type: 'destructive',
      confirmText: 'Mute address',
      onConfirm: () => call('mute_chat_address', { message: message.id }),
    });
  return (
    <Panel title="Chat" aside={chat ? (chat.showTitle ?? 'open') : 'closed'}>
      {chat ? (
        <div className="chat">
          <ChatList
            messages={chat.messages}
            zone={studio.zone}
            empty="No messages yet. Ask your listeners a question to start."
            actions={(message) => (
              <span className="dash-row-actions">
                <Button
                  variant="link"
                  size="sm"
                  aria-label={`Remove “${message.body}” by ${message.name}`}
                  onClick={() => call('remove_chat_message', { message: message.id })}
                >
                  Remove
                </Button>
                {(message.author_kind === 'guest' || message.author_kind === 'member') && (
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={`Mute ${message.name}`}
                    onClick={() => mute(message)}
                  >
                    Mute
                  </Button>
                )}
                {message.author_kind === 'guest' && (
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={`Mute address of ${message.name}`}
                    onClick={() => muteAddress(message)}
                  >
                    Mute address
                  </Button>
                )}
              </span>
            )}
          />
          {mutes.length > 0 && (
            <ul className="dash-list" aria-label="Muted until the show ends">
              {mutes.map((one) => (
                <li key={one.id}>
                  <span>
                    <b>{one.name}</b>
                    <span className="dash-quiet">muted until the show ends</span>
                  </span>
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={`Unmute ${one.name}`}
                    onClick={() => call('unmute_chat_author', { mute: one.id })}
                  >
                    Unmute
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <ChatForm
            asksName={false}
            onSend={({ body }) => ownApi('/radio/chat', { method: 'POST', body: { body } })}
          />
        </div>
      ) : (
        <p className="dash-quiet">
          The chat opens on the radio page when someone goes live, and closes when the show ends.
        </p>
      )}
      <MutedAddresses mutes={addresses} onLift={({ id }) => call('unmute_chat_address', { mute: id })} />
    </Panel>
  );
}
