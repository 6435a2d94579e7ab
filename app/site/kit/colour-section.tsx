// The palette on this screen, with the measured contrast of each pair.
import { useEffect, useRef, useState } from 'react';
import { contrastRatio, parseColour } from '#app/styles/contrast.ts';
import { DISCIPLINE_COLORS } from '#contracts/discipline.ts';
import { KitSection } from './kit-section.tsx';

const swatches: { name: string; ground: string; text: string }[] = [
  { name: 'paper', ground: 'paper', text: 'ink' },
  { name: 'paper 2', ground: 'paper-2', text: 'ink' },
  { name: 'second ink', ground: 'paper', text: 'ink-2' },
  { name: 'ink', ground: 'ink', text: 'paper' },
  { name: 'primary', ground: 'primary', text: 'on-primary' },
  { name: 'primary, as text', ground: 'paper', text: 'primary-text' },
  { name: 'danger', ground: 'danger', text: 'on-danger' },
  { name: 'danger, as text', ground: 'paper', text: 'danger' },
  { name: 'bar', ground: 'bar', text: 'on-bar' },
  { name: 'bar, second line', ground: 'bar', text: 'on-bar-2' },
  ...DISCIPLINE_COLORS.map((color) => ({ name: color, ground: `d-${color}`, text: 'black' })),
];

export function ColourSection() {
  return (
    <KitSection
      id="colour"
      title="Colour"
      note="one primary, ten colours for disciplines at equal lightness"
      shiftPx={90}
      phoneHeightRem={66}
    >
      <ul className="kit-swatches">
        {swatches.map((swatch) => (
          <Swatch key={swatch.name} {...swatch} />
        ))}
      </ul>
    </KitSection>
  );
}

function Swatch({ name, ground, text }: (typeof swatches)[number]) {
  const item = useRef<HTMLLIElement>(null);
  const [ratio, setRatio] = useState<string | null>(null);
  useEffect(() => {
    const measure = () => {
      if (!item.current) return;
      const style = getComputedStyle(item.current);
      const behind = parseColour(style.backgroundColor);
      const front = parseColour(style.color);
      if (behind && front) setRatio(contrastRatio(behind, front).toFixed(1));
    };
    measure();
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', measure);
    const observer = new MutationObserver(measure);
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-scheme', 'style'],
    });
    return () => {
      scheme.removeEventListener('change', measure);
      observer.disconnect();
    };
  }, []);
  return (
    <li ref={item} style={{ background: `var(--${ground})`, color: `var(--${text})` }}>
      <span>{name}</span>
      <b>{ratio ?? ' '}</b>
    </li>
  );
}
