// Saves an SVG logo: sanitized, and rendered once as a PNG for emails. Only the server may store an SVG.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import * as v from 'valibot';
import { accountErrors } from '../../accounts/staff-rules.ts';
import type { VisitorClients } from '../../accounts/visitor-client.ts';
import { readBody, typedText } from '../../http-kit/read-body.ts';
import type { OwnerCall } from '../owner-call.ts';
import { badLogo } from './bad-logo.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

const BUCKET = 'brand';
/** Emails show it 40 pixels high; screens have up to three pixels for each. */
const EMAIL_BOX = { width: 960, height: 120 };

export function createLogoHandlers({ clients }: { clients: VisitorClients }) {
  return {
    async save({ request }: OwnerCall): Promise<{ path: string; removed: string[] }> {
      const { elevated } = clients;
      if (!elevated) throw accountErrors.noServiceKey();
      const { svg: source } = await readBody(request, v.object({ svg: typedText }));
      const { svg, removed } = sanitizeSvg(source);
      const png = await drawPng(svg);
      const name = `logo-${randomUUID()}`;
      const bucket = elevated.storage.from(BUCKET);
      const files = [
        { path: `${name}.png`, bytes: png, contentType: 'image/png' },
        { path: `${name}.svg`, bytes: Buffer.from(svg), contentType: 'image/svg+xml' },
      ];
      for (const { path, bytes, contentType } of files) {
        const { error } = await bucket.upload(path, bytes, { contentType, cacheControl: '31536000' });
        if (error) throw error;
      }
      return { path: `${name}.svg`, removed };
    },
  };
}

async function drawPng(svg: string): Promise<Buffer> {
  try {
    const drawn = sharp(Buffer.from(svg), { limitInputPixels: 16_000_000 })
      .resize({ ...EMAIL_BOX, fit: 'inside' })
      .ensureAlpha()
      .timeout({ seconds: 5 });
    const png = await drawn.png({ compressionLevel: 9 }).toBuffer();
    const { channels } = await sharp(png).stats();
    if (channels[3]?.max !== 0) return png;
  } catch {
    throw badLogo('The SVG cannot be displayed. Export it again, or use a PNG.');
  }
  throw badLogo(
    'This SVG contains nothing that can be displayed. Convert its text and images to paths, or use a PNG.',
  );
}
