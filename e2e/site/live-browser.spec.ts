import type { WebSocketRoute } from '@playwright/test';
import { expect, type Page, test } from './account.ts';
import { studioDatabase } from './classroom.ts';
import { findings } from './page-checks.ts';
import { ready, slot } from './visitor.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe('live from the browser', () => {
  // There is one station: two tests must not go live at the same time.
  test.describe.configure({ mode: 'default' });

  test('a host goes live, chats with a listener, mutes them, and ends the show', async ({
    ownerPage: page,
    browser,
    baseURL,
  }) => {
    // Two people and two accessibility checks: more than a minute on a busy machine.
    test.slow();
    await page.goto('/dashboard/radio');
    await ready(page);
    const chat = page.getByRole('region', { name: 'Chat' });
    await expect(chat.getByText('The chat opens on the radio page when someone goes live')).toBeVisible();
    const panel = await goLive(page);
    // From an earlier attempt of this test: within minutes the chat is still the same.
    for (const button of await chat.getByRole('button', { name: 'Unmute Rui' }).all()) await button.click();
    const [greeting, welcome] = [
      `Greetings from the ferry at ${Date.now()}`,
      `Welcome aboard at ${Date.now()}`,
    ];
    await page.getByLabel('Title for listeners').fill('A word from the quay');
    await page.getByRole('button', { name: 'Set title' }).click();
    await expect
      .poll(nowPlaying(page))
      .toMatchObject({ isLive: true, now: { title: 'A word from the quay' } });

    const context = await browser.newContext({ baseURL });
    const listener = await context.newPage();
    await listener.addInitScript(() => sessionStorage.setItem('onda:intro', 'seen'));
    await listener.goto('/radio');
    await ready(listener);
    const talk = listener.getByRole('region', { name: 'Chat with the studio' });
    await talk.getByLabel('Your name').fill('Rui');
    await talk.getByLabel('Your message').fill(greeting);
    await talk.getByRole('button', { name: 'Send message' }).click();
    await expect(talk.getByRole('log')).toContainText(greeting);
    // A page that is opened now has it too: the cached one was dropped.
    const rendered = async () => (await listener.request.get('/radio')).text();
    await expect.poll(rendered).toContain(greeting);
    const log = chat.getByRole('log');
    await expect(log).toContainText(greeting);
    await chat.getByLabel('Your message').fill(welcome);
    await chat.getByRole('button', { name: 'Send message' }).click();
    await expect(talk.getByRole('listitem').filter({ hasText: welcome })).toContainText('host');
    expect(await findings(listener)).toEqual([]);
    expect(await findings(page)).toEqual([]);
    await chat.getByRole('button', { name: 'Mute Rui', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mute' }).click();
    await expect(log).not.toContainText(greeting);
    await expect(talk.getByRole('log')).not.toContainText(greeting);
    await expect.poll(rendered).not.toContain(greeting);
    await talk.getByLabel('Your message').fill('Hello?');
    await talk.getByRole('button', { name: 'Send message' }).click();
    await expect(talk.getByText('muted you until the end of this show')).toBeVisible();
    await expect(chat.getByRole('button', { name: 'Unmute Rui' })).toBeVisible();

    await page.getByRole('button', { name: 'End show' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End show' }).click();
    await expect(panel).toHaveAttribute('data-state', 'ended');
    await expect.poll(nowPlaying(page)).toMatchObject({ isLive: false });
    await expect(page.getByText('You ended the show.')).toBeVisible();
    await expect(talk).toHaveCount(0);
    await context.close();

    await page.getByRole('button', { name: 'Other program' }).click();
    await page.getByRole('button', { name: /Create (new )?password/ }).click();
    const password = (await page.locator('.source-password code').textContent()) ?? '';
    expect(password.length).toBeGreaterThan(15);
    await page.getByRole('tab', { name: 'ffmpeg' }).click();
    await expect(page.getByRole('tabpanel').getByText(`icecast://source:${password}@`)).toBeVisible();
  });

  test('a browser that cannot record sends raw samples and tab audio, and reconnects after a lost connection', async ({
    ownerPage: page,
  }) => {
    const lines: WebSocketRoute[] = [];
    let isSilent = false;
    await page.routeWebSocket('**/api/radio/live', (line) => {
      const station = line.connectToServer();
      lines.push(line);
      // A connection that died with its network: no byte either way, and no event.
      const isDead = () => isSilent && line === lines[1];
      line.onMessage((message) => isDead() || station.send(message));
      station.onMessage((message) => isDead() || line.send(message));
    });
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'MediaRecorder');
      // A tab that hums at 880 Hz; the real dialog needs a screen to choose from.
      navigator.mediaDevices.getDisplayMedia = async () => {
        const context = new AudioContext();
        const tone = new OscillatorNode(context, { frequency: 880 });
        const out = context.createMediaStreamDestination();
        tone.connect(new GainNode(context, { gain: 0.5 })).connect(out);
        tone.start();
        const picture = document.createElement('canvas').captureStream();
        return new MediaStream([...out.stream.getTracks(), ...picture.getTracks()]);
      };
    });
    await page.goto('/dashboard/radio');
    await ready(page);
    const panel = await goLive(page);
    await page.getByRole('button', { name: 'Add tab audio' }).click();
    await expect(page.getByRole('button', { name: 'Add tab audio' })).toHaveCount(0);
    // How much of it listeners get.
    const loudness = async () => {
      const samples = await lastSecond(page);
      const part = (wave: (x: number) => number) =>
        samples.reduce((sum, sample, i) => sum + sample * wave((2 * Math.PI * 880 * i) / 44_100), 0);
      return (2 * Math.hypot(part(Math.sin), part(Math.cos))) / samples.length;
    };
    await expect.poll(loudness).toBeGreaterThan(0.2);
    // "Reconnecting" may be over before anyone looks: a new connection is what counts.
    const reconnects = async (count: number) => {
      await expect.poll(() => lines.length).toBe(count);
      await expect(panel).toHaveAttribute('data-state', 'on-air');
    };
    await lines[0]?.close({ code: 1012 });
    await reconnects(2);
    isSilent = true;
    await reconnects(3);
    await page.getByRole('button', { name: 'End show' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End show' }).click();
    await expect(panel).toHaveAttribute('data-state', 'ended');
    await expect.poll(nowPlaying(page)).toMatchObject({ isLive: false });
  });

  test('a guest joins by a link and is heard when the host puts them on air', async ({
    ownerPage: page,
    browser,
    baseURL,
  }) => {
    test.slow();
    // A guest of an attempt before this one may still be in the show.
    const name = ['Ana Costa', 'Bia Costa', 'Eva Costa'][test.info().retry] ?? 'Rui Costa';
    await page.goto('/dashboard/radio');
    await ready(page);
    const panel = await goLive(page);
    const guests = slot(page, 'radio-guests');
    await guests.getByRole('button', { name: 'Invite a guest' }).click();
    const link = new URL((await slot(page, 'guest-link').textContent()) ?? '');
    expect(link.pathname).toBe('/radio/guest');

    const context = await browser.newContext({ baseURL });
    const guest = await context.newPage();
    const asked: string[] = [];
    guest.on('request', (request) => asked.push(request.url().split('#', 1)[0] ?? ''));
    await guest.addInitScript(() => sessionStorage.setItem('onda:intro', 'seen'));
    await guest.goto(`${link.pathname}${link.hash}`);
    await ready(guest);
    await expect(guest.getByText(/invites you to/)).toBeVisible();
    expect(await findings(guest)).toEqual([]);
    await guest.getByLabel('Your name').fill(name);
    await guest.getByRole('button', { name: 'Turn on microphone' }).click();
    await expect(guest.getByText('Your microphone works.')).toBeVisible();
    await guest.getByRole('button', { name: 'Join the show' }).click();
    const air = slot(guest, 'guest-air');
    await expect(air).toHaveAttribute('data-state', 'muted');
    const row = slot(page, 'radio-guest').filter({ hasText: name });
    await expect(row).toBeVisible();
    await expect(row).toContainText(/Round trip \d+ ms/);

    // Only the guest is left on air: what listeners hear is the guest's microphone.
    await row.getByRole('button', { name: `Put ${name} on air` }).click();
    await page.getByRole('button', { name: 'Mute microphone' }).click();
    await expect(air).toHaveAttribute('data-state', 'on-air');
    const peak = async () => Math.max(...(await lastSecond(page)).map(Math.abs));
    await page.waitForTimeout(6000);
    // The programme fills a gap in the connection, and would be heard as well.
    const guestPeak = async () => ((await nowPlaying(page)()).isLive ? peak() : 0);
    await expect.poll(guestPeak).toBeGreaterThan(0.02);
    expect(await findings(page)).toEqual([]);
    await row.getByRole('button', { name: `Mute ${name}` }).click();
    await expect(air).toHaveAttribute('data-state', 'muted');
    await expect.poll(peak, { timeout: 12_000 }).toBeLessThan(0.002);
    await page.getByRole('button', { name: 'Unmute microphone' }).click();

    // The host talks to the guest off air while the button is held.
    const talk = page.getByRole('button', { name: 'Hold to talk off air' });
    await talk.focus();
    await page.keyboard.down('Space');
    await expect(air).toContainText('The host is talking to you off air.');
    await page.keyboard.up('Space');
    await expect(air).toContainText('The host hears you, listeners do not.');

    // After a reload the guest gets the same seat.
    await guest.reload();
    await ready(guest);
    await guest.getByLabel('Your name').fill(name);
    await guest.getByRole('button', { name: 'Turn on microphone' }).click();
    await guest.getByRole('button', { name: 'Join the show' }).click();
    await expect(air).toHaveAttribute('data-state', 'muted');
    await expect(row).toHaveCount(1);

    await page.getByRole('button', { name: 'End show' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End show' }).click();
    await expect(panel).toHaveAttribute('data-state', 'ended');
    await expect(guest.getByText('The show has ended. Thank you for taking part.')).toBeVisible();
    await expect(row).toHaveCount(0);
    // The secret of the link is in no address that was asked for.
    expect(asked.filter((url) => url.includes(link.hash.slice(1)))).toEqual([]);
    await context.close();
    await expect.poll(nowPlaying(page)).toMatchObject({ isLive: false });
  });

  test('a teacher speaks to an online class, and a guest hears it on the page of the booking', async ({
    ownerPage: page,
    browser,
    baseURL,
    request,
  }) => {
    test.slow();
    const database = studioDatabase(request);
    const { sessionId, title } = await database.addClass();
    const [day, time] = lisbonTime(new Date(Date.now() + 6 * 60_000)).split(' ');
    await database.change('sessions', sessionId, { local_date: day, local_time: time, is_online: true });
    const hold = await database.call<{ hold_token: string }>('hold_places', { session_id: sessionId });
    const booking = {
      buyer: { name: 'Ana Costa', email: 'ana@post.example' },
      attendees: [{ name: 'Ana Costa' }],
      method: 'studio',
      accepts_policy: true,
    };
    const { order_id, order_token } = await database.call<{ order_id: string; order_token: string }>('book', {
      hold_token: hold.hold_token,
      booking,
    });

    const context = await browser.newContext({ baseURL });
    const guest = await context.newPage();
    await guest.addInitScript(() => sessionStorage.setItem('onda:intro', 'seen'));
    await guest.goto(`/booking/${order_token}`);
    await ready(guest);
    await expect(guest.getByText('You listen in your browser; the link is on this page.')).toBeVisible();
    const player = slot(guest, 'class-audio');
    await expect(player).toContainText('The class has not started yet.');
    await player.getByRole('button', { name: 'Listen when it starts' }).click();
    await expect(player).toContainText('You will hear it when it starts.');

    await page.goto(`/dashboard/teach/${sessionId}`);
    await ready(page);
    await page.getByRole('link', { name: 'Speak to the class' }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('button', { name: 'Turn on microphone' }).click();
    await page.getByRole('button', { name: 'Speak', exact: true }).click();
    const microphone = slot(page, 'class-microphone');
    await expect(microphone).toHaveAttribute('data-state', 'on-air');
    await expect(microphone).toContainText('1 person is listening');
    await expect(player).toContainText('You are listening to the class.');
    expect(await findings(page)).toEqual([]);
    expect(await findings(guest)).toEqual([]);

    const position = () => player.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
    const before = await position();
    await expect.poll(position).toBeGreaterThan(before);
    const peak = async () => Math.max(...(await classSecond(guest, sessionId, order_token)).map(Math.abs));
    await expect.poll(peak).toBeGreaterThan(0.02);
    // The station plays on as if nothing were.
    expect(await nowPlaying(page)()).toMatchObject({ isLive: false });

    await page.getByRole('button', { name: 'Stop speaking' }).click();
    await expect(microphone).toHaveAttribute('data-state', 'ended');
    await player.getByRole('button', { name: 'Stop listening' }).click();
    await expect(player).toHaveAttribute('data-state', 'off');
    // The place is cancelled elsewhere: the page shows it without a reload.
    const places = await database.read<{ id: string }>(`bookings?order_id=eq.${order_id}&select=id`);
    await database.call('cancel_bookings', { booking_ids: places.map(({ id }) => id), order_token });
    await expect(player).toHaveCount(0);
    await context.close();
  });
});

/** "2026-11-17 13:05" */
const lisbonTime = (at: Date) =>
  at.toLocaleString('sv-SE', { timeZone: 'Europe/Lisbon', dateStyle: 'short', timeStyle: 'short' });

/** What a newcomer hears of a class, with the right of a booking. */
const classSecond = async (page: Page, session_id: string, order_token: string) => {
  const answer = await page.request.post('/api/radio/class-audio', { data: { session_id, order_token } });
  return lastSecond(page, ((await answer.json()) as { stream: string }).stream);
};

/** What listeners get: the last second of the burst that a newcomer is sent. */
const lastSecond = (page: Page, stream = '/radio/live.mp3') =>
  page.evaluate(async (address) => {
    const reader = (await fetch(address)).body?.getReader();
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for (let total = 0; total < 60_000; ) {
      const { value } = (await reader?.read()) ?? {};
      if (!value) break;
      chunks.push(value as Uint8Array<ArrayBuffer>);
      total += value.length;
    }
    await reader?.cancel();
    const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(
      await new Blob(chunks).arrayBuffer(),
    );
    return [...sound.getChannelData(0).slice(-44_100)];
  }, stream);

async function goLive(page: Page) {
  await page.getByRole('button', { name: 'Turn on microphone' }).click();
  const panel = slot(page, 'live-broadcast');
  await expect(panel).toHaveAttribute('data-state', 'ready');
  await page.getByRole('button', { name: 'Go live', exact: true }).click();
  await expect(panel).toHaveAttribute('data-state', 'on-air');
  return panel;
}

const nowPlaying = (page: Page) => () =>
  page.evaluate(async () => (await (await fetch('/api/radio/now-playing')).json()) as { isLive: boolean });
