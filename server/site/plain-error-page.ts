// An error in the language of the address, where the site's own error page could not be rendered.
import { errorText } from '#app/language/error-text.ts';
import { t } from '#app/language/messages.ts';
import { escapeXml } from '#contracts/escape-xml.ts';
import { renderPlainPage } from '../http/plain-page.ts';
import type { ApiError } from '../http-kit/api-error.ts';
import { inPageLanguage } from '../language/in-page-language.ts';

export function plainErrorPage(error: ApiError, pathname: string): Response {
  const { html, headers } = inPageLanguage(pathname, () =>
    renderPlainPage({
      title: t('server.pages.something_went_wrong'),
      message: escapeXml(errorText(error.body()) ?? error.message),
    }),
  );
  return new Response(html, { status: error.status, headers: { ...headers, ...error.headers } });
}
