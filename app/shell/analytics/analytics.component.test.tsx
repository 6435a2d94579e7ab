import { expect, it, onTestFinished, vi } from 'vitest';
import { show } from '#app/testing/show.tsx';
import Analytics from './analytics.tsx';

it('counts no page of someone whose browser asks for privacy, and then the one of someone whose does not', async () => {
  const ask = vi.spyOn(window, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'globalPrivacyControl'));
  onTestFinished(() => void ask.mockRestore());
  for (const value of [true, false]) {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value, configurable: true });
    await show(<Analytics measurementId={null} />);
  }
  const counted = () => ask.mock.calls.filter(([url]) => String(url).endsWith('/api/page-views'));
  await expect.poll(() => counted().length).toBe(1);
});
