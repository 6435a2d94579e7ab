import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Avatar, drawAvatar } from './avatar.tsx';

describe('avatar', () => {
  it('draws the same name the same way, and another name another way', () => {
    expect(drawAvatar('Amina Okafor')).toEqual(drawAvatar('Amina Okafor'));
    expect(drawAvatar('Amina Okafor').thinPath).not.toBe(drawAvatar('Amina Okafors').thinPath);
  });

  it('does not mind how an accent is typed', () => {
    expect(drawAvatar('In\u00eas')).toEqual(drawAvatar('Ine\u0302s'));
  });

  it('shows the first letter, whatever alphabet it is from', () => {
    expect(drawAvatar('ébène').letter).toBe('É');
    expect(drawAvatar(' 山田').letter).toBe('山');
    expect(drawAvatar('').letter).toBe('');
  });

  it('never lets two rules cross', () => {
    for (const name of ['Amina', 'Inês', 'Teo', 'Mireia', 'Jonas', 'Yusuf', 'Clara', 'Rosa']) {
      const starts = [...drawAvatar(name).thinPath.matchAll(/M(-?[\d.]+) /g)].map((match) =>
        Number(match[1]),
      );
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
      expect(starts.length).toBeGreaterThan(10);
    }
  });

  it('prefers a picture and keeps silent beside a written name', () => {
    const picture = renderToStaticMarkup(<Avatar name="Teo" src="/teo.webp" />);
    expect(picture).toContain('<img src="/teo.webp" alt=""');
    const drawing = renderToStaticMarkup(<Avatar name="Teo" />);
    expect(drawing).toContain('aria-hidden="true"');
    expect(drawing).not.toContain('role=');
    expect(renderToStaticMarkup(<Avatar name="Teo" alt="Teo Lindqvist" />)).toContain(
      'role="img" aria-label="Teo Lindqvist"',
    );
  });
});
