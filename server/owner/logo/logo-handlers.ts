// Saves an SVG logo: sanitized, and rendered once as a PNG for emails. Only the server may store an SVG.
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Pictures } from '#backend/pictures/open-pictures.ts';
import { TaskError } from '#backend/task-process/open-task-process.ts';
import { accountErrors } from '../../accounts/staff-rules.ts';
import type { VisitorClients } from '../../accounts/visitor-client.ts';
import { readBody, typedText } from '../../http-kit/read-body.ts';
import type { OwnerCall } from '../owner-call.ts';
import { badLogo } from './bad-logo.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

const BUCKET = 'brand';
/** Emails show it 40 pixels high; screens have up to three pixels for each. */
const EMAIL_BOX = { width: 960, height: 120 };

export function createLogoHandlers({ clients, pictures }: { clients: VisitorClients; pictures: Pictures }) {
  return {
    async save({ request }: OwnerCall): Promise<{ path: string; removed: string[] }> {
      const { elevated } = clients;
      if (!elevated) throw accountErrors.noServiceKey();
      const { svg: source } = await readBody(request, v.object({ svg: typedText }));
      const { svg, removed } = sanitizeSvg(source);
      const png = await drawPng(pictures, svg);
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

async function drawPng(pictures: Pictures, svg: string): Promise<Buffer> {
  const drawn = await pictures.run('draw', { svg, ...EMAIL_BOX }).catch((error: unknown) => {
    if (error instanceof TaskError && error.failure === 'unavailable') throw error;
    throw badLogo('The SVG cannot be displayed. Export it again, or use a PNG.');
  });
  if (!drawn.isEmpty) return drawn.png;
  throw badLogo(
    'This SVG contains nothing that can be displayed. Convert its text and images to paths, or use a PNG.',
  );
}
