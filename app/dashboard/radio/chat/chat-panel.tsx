// The chat at the host's desk: read along, answer, take a message out, have somebody be quiet until the show ends.
import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { ChatForm } from '#app/features/radio-chat/chat-form.tsx';
import { ChatList } from '#app/features/radio-chat/chat-list.tsx';
import type { ChatMessage, OpenChat } from '#app/features/radio-chat/open-chat.ts';
import { useRadioChat } from '#app/features/radio-chat/use-radio-chat.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Panel } from '../../frame/room.tsx';
import { ownApi } from '../../own-api.ts';
import { useStudio } from '../../use-studio.ts';
import { reportFailure } from '../report.ts';

interface Mute {
  id: string;
  name: string;
}

/** Without an initial chat it is looked for: the room may be older than the show. */
export function ChatPanel({ initial }: { initial: OpenChat | null }) {
  const { studio } = useStudio();
  const { chat } = useRadioChat(initial, { isWanted: true });
  const [mutes, setMutes] = useState<Mute[]>([]);
  const chatId = chat?.id;
  const lookForMutes = async (id: string) => setMutes(await readMutes(id));
  useEffect(() => {
    setMutes([]);
    if (chatId) readMutes(chatId).then(setMutes, reportFailure);
  }, [chatId]);
  const ask = async (name: 'remove_chat_message' | 'mute_chat_author', message: ChatMessage) => {
    const client = await backend();
    const { error } = await client.rpc(name, { message: message.id });
    if (reportFailure(error) && chatId) await lookForMutes(chatId);
  };
  const mute = (message: ChatMessage) =>
    confirm({
      title: `Mute ${message.name}?`,
      content: 'What they said in this show goes, and they say no more until it ends.',
      type: 'destructive',
      confirmText: 'Mute',
      onConfirm: () => ask('mute_chat_author', message),
    });
  const unmute = async ({ id }: Mute) => {
    const client = await backend();
    const { error } = await client.rpc('unmute_chat_author', { mute: id });
    if (reportFailure(error) && chatId) await lookForMutes(chatId);
  };
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
                  onClick={() => ask('remove_chat_message', message)}
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
                    onClick={() => unmute(one)}
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
    </Panel>
  );
}

async function readMutes(chatId: string): Promise<Mute[]> {
  const client = await backend();
  const { data, error } = await client
    .from('radio_chat_mutes')
    .select('id,name')
    .eq('chat_id', chatId)
    .order('muted_at')
    .limit(100)
    .overrideTypes<Mute[], { merge: false }>();
  if (error) throw error;
  return data;
}
