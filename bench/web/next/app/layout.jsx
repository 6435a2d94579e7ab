// The document around the page, tag for tag like our own root.
import '../speech.mjs';
import { bootScript } from '#app/shell/document/boot-script.ts';
import { pageMeta } from '#app/site/document/page-meta.ts';
import { studioStructuredData } from '#app/site/document/structured-data.ts';
import { readRoot } from '../read-studio.mjs';

export const dynamic = 'force-dynamic';

export default async function RootLayout({ children }) {
  const { studio, openingHours, settings } = await readRoot();
  const tags = pageMeta(
    { studio, settings },
    {
      description: studio.description,
      path: '/',
      structuredData: studioStructuredData(studio, openingHours, settings.siteUrl),
    },
  );
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#00bb4f" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0a120d" />
        <script dangerouslySetInnerHTML={{ __html: bootScript }} />
        {tags.map(asElement)}
        <link rel="stylesheet" href="/app.css" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body data-environment="production">{children}</body>
    </html>
  );
}

function asElement(tag, index) {
  if (tag.title) return <title key="title">{tag.title}</title>;
  if (tag['script:ld+json']) {
    const text = JSON.stringify(tag['script:ld+json']);
    return <script key="data" type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
  }
  const { tagName: Tag = 'meta', ...attributes } = tag;
  return <Tag key={String(index)} {...attributes} />;
}
