// The chat at the host's desk: read along, answer, take a message out, have somebody be quiet until the show ends, or the
// guests of an address for longer.
import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { ChatForm } from '#app/features/radio-chat/chat-form.tsx';
import { ChatList } from '#app/features/radio-chat/chat-list.tsx';
import type { ChatMessage, OpenChat } from '#app/features/radio-chat/open-chat.ts';
import { useRadioChat } from '#app/features/radio-chat/use-radio-chat.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Panel } from '../../layout/page.tsx';
import { ownApi } from '../../own-api.ts';
import { useStudio } from '../../use-studio.ts';
import { reportFailure } from '../report.ts';
import { MutedAddresses } from './muted-addresses.tsx';
import { type AddressMute, type Mute, readAddressMutes, readMutes } from './read-mutes.ts';

type Action =
  | 'remove_chat_message'
  | 'mute_chat_author'
  | 'unmute_chat_author'
  | 'mute_chat_address'
  | 'unmute_chat_address';

/** Without an initial chat it is looked for: the room may be older than the show. */
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
  const call = async (name: Action, args: Record<string, string>) => {
    const client = await backend();
    const { error } = await client.rpc(name, args);
    if (reportFailure(error)) await lookForMutes().catch(reportFailure);
  };
  const mute = (message: ChatMessage) =>
    confirm({
      title: `Mute ${message.name}?`,
      content: 'What they said in this show goes, and they say no more until it ends.',
      type: 'destructive',
      confirmText: 'Mute',
      onConfirm: () => call('mute_chat_author', { message: message.id }),
    });
  const muteAddress = (message: ChatMessage) =>
    confirm({
      title: `Mute ${message.name}’s address?`,
      content:
        'No guest from that connection speaks in the chat, under whatever name, in this show and the next ones. It ends after 30 days, or when somebody lifts it here. Others in the same house may be meant by it too.',
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
            empty="The chat is open and nobody has said anything yet. A question to listeners starts it."
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
                    <span className="dash-quiet">quiet until the show ends</span>
                  </span>
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={`Let ${one.name} speak again`}
                    onClick={() => call('unmute_chat_author', { mute: one.id })}
                  >
                    Let them speak
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <ChatForm
            asksName={false}
            onSay={({ body }) => ownApi('/radio/chat', { method: 'POST', body: { body } })}
          />
        </div>
      ) : (
        <p className="dash-quiet">
          It opens on the radio page when somebody goes live, and closes with the show.
        </p>
      )}
      <MutedAddresses mutes={addresses} onLift={({ id }) => call('unmute_chat_address', { mute: id })} />
    </Panel>
  );
}
