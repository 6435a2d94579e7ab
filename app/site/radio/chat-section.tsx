// The chat of the live show. Hidden without one; it appears when a show begins.

import { type ApiError, api } from '#app/api/api.ts';
import { sendWithToken } from '#app/bot-check/bot-token.ts';
import { ChatForm } from '#app/features/radio-chat/chat-form.tsx';
import { ChatList } from '#app/features/radio-chat/chat-list.tsx';
import type { OpenChat } from '#app/features/radio-chat/open-chat.ts';
import { useRadioChat } from '#app/features/radio-chat/use-radio-chat.ts';
import { t } from '#app/language/messages.ts';
import { useRadioPlayer } from '#app/shell/radio-player/use-radio-player.ts';
import { useSeemsSignedIn } from '#app/shell/session/use-session.ts';
import { PageSection } from '#app/site/layout/page-section.tsx';

const GUEST = 'onda:radio-chat';

export function ChatSection({ initial, zone }: { initial: OpenChat | null; zone: string }) {
  const isLive = useRadioPlayer(({ air }) => air?.isLive ?? false);
  const { chat } = useRadioChat(initial, { isWanted: initial !== null || isLive });
  const isSignedIn = useSeemsSignedIn();
  if (!chat) return null;
  return (
    <PageSection
      className="wrap section air-section"
      id="air-chat"
      title={t('site.radio.chat_with_the_studio')}
      aside={<span>{chat.showTitle ?? t('site.radio.live_now')}</span>}
    >
      <div className="chat">
        {(chat.messages.length > 0 || !chat.isPaused) && (
          <ChatList
            messages={chat.messages}
            zone={zone}
            empty={t('site.radio.no_messages_yet_the_host_reads')}
          />
        )}
        <div role="status">{chat.isPaused && <p>{t('site.radio.the_chat_is_paused')}</p>}</div>
        {/* What was typed stays there while it is paused. */}
        <div hidden={chat.isPaused}>
          <ChatForm
            key={String(isSignedIn)}
            asksName={!isSignedIn}
            knownName={isSignedIn ? '' : savedGuest().name}
            onSend={sendMessage}
          />
        </div>
      </div>
    </PageSection>
  );
}

async function sendMessage({ body, name }: { body: string; name: string }): Promise<void> {
  const { pass } = savedGuest();
  const send = async (proof: object) => {
    const answer = await api<{ pass: string | null }>('/radio/chat', {
      method: 'POST',
      body: { body, name, ...proof },
    });
    if (answer.pass) saveGuest({ name, pass: answer.pass });
  };
  if (!name) return send({});
  const sendAsGuest = () => sendWithToken((bot_token) => send({ bot_token }));
  if (!pass) return sendAsGuest();
  try {
    await send({ pass });
  } catch (reason) {
    // A pass is valid for one show and one connection.
    if ((reason as ApiError | null)?.code !== 'bot_check_failed') throw reason;
    await sendAsGuest();
  }
}

function savedGuest(): { name: string; pass: string } {
  const none = { name: '', pass: '' };
  try {
    return { ...none, ...(JSON.parse(sessionStorage.getItem(GUEST) ?? '{}') as object) };
  } catch {
    return none;
  }
}

function saveGuest(guest: { name: string; pass: string }): void {
  try {
    sessionStorage.setItem(GUEST, JSON.stringify(guest));
  } catch {
    // Without storage, every message needs a new bot check.
  }
}
