// A person's picture or, without one, bars drawn from the name: the same name gives the same drawing, and the first
// letter decides where the bars are thick. Decorative beside a written name; `alt` describes it.
import { clsx } from 'clsx';
import { type ComponentProps, useId, useState } from 'react';

const SIDE = 48;
const RULES = 15;

export type AvatarDrawing = { letter: string; thinPath: string; thickPath: string; isInverted: boolean };

/** FNV-1a: short, stable across machines and good enough to distinguish names. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name.normalize('NFC')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** Fifteen vertical bars with one compression, whose position comes from the name. */
export function drawAvatar(name: string): AvatarDrawing {
  const hash = hashName(name);
  const phase = ((hash & 0xff) / 0xff) * Math.PI * 2;
  const amplitude = 0.35 + (((hash >>> 8) & 0xff) / 0xff) * 0.4;
  const pitch = SIDE / RULES;
  const waveNumber = (Math.PI * 2) / SIDE;
  // |derivative| stays below 1, so bars come close but never cross.
  const place = (index: number) => {
    const rest = (index + 0.5) * pitch;
    return rest - (amplitude / waveNumber) * Math.sin(waveNumber * rest - phase);
  };
  let thinPath = '';
  let thickPath = '';
  for (let index = -5; index < RULES + 5; index += 1) {
    const centre = place(index);
    const gap = (place(index + 1) - place(index - 1)) / 2;
    if (centre < -pitch || centre > SIDE + pitch) continue;
    thinPath += upright(centre, Math.max(0.45, gap * 0.16));
    thickPath += upright(centre, gap * 0.74);
  }
  const letter = [...name.trim()][0]?.toLocaleUpperCase() ?? '';
  return { letter, thinPath, thickPath, isInverted: ((hash >>> 16) & 1) === 1 };
}

function upright(centre: number, width: number): string {
  return `M${(centre - width / 2).toFixed(2)} 0h${width.toFixed(2)}v${SIDE}h-${width.toFixed(2)}z`;
}

type AvatarProps = ComponentProps<'span'> & {
  name: string;
  src?: string | null;
  /** Text for screen readers; empty (the default) where the name is written beside it. */
  alt?: string;
  size?: 'sm' | 'default' | 'lg';
};

export function Avatar({ name, src, alt = '', size = 'default', className, ...props }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const hasPicture = Boolean(src) && src !== failedSrc;
  const voice = alt && !hasPicture ? { role: 'img', 'aria-label': alt } : {};
  return (
    <span
      data-slot="avatar"
      data-size={size}
      data-state={hasPicture ? 'picture' : 'drawing'}
      className={clsx('avatar', className)}
      {...voice}
      {...props}
    >
      {hasPicture && src ? (
        <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setFailedSrc(src)} />
      ) : (
        <AvatarRules name={name} />
      )}
    </span>
  );
}

function AvatarRules({ name }: { name: string }) {
  const clipId = useId();
  const { letter, thinPath, thickPath, isInverted } = drawAvatar(name);
  return (
    <svg
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      className="avatar-rules"
      data-inverted={isInverted || undefined}
      aria-hidden="true"
    >
      <clipPath id={clipId}>
        <text x={SIDE / 2} y={41} textAnchor="middle" className="avatar-letter">
          {letter}
        </text>
      </clipPath>
      <path d={thinPath} />
      <path d={thickPath} clipPath={`url(#${clipId})`} />
    </svg>
  );
}
