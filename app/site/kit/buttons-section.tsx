// Nine variants in four sizes, then normal, busy and disabled.
import { Button } from '#app/ui/button.tsx';
import { KitSection } from './kit-section.tsx';

const variants = [
  ['primary', 'Book'],
  ['secondary', 'Listen'],
  ['tertiary', 'Join the waiting list'],
  ['text', 'See the week'],
  ['input', 'Any teacher'],
  ['default', 'Save draft'],
  ['destructive', 'Cancel class'],
  ['ghost', 'Skip'],
  ['link', 'Read policy'],
] as const;

export function ButtonsSection() {
  return (
    <KitSection id="buttons" title="Buttons" note="nine variants, four sizes" shiftPx={-40}>
      <div className="kit-buttons">
        <div className="kit-buttons-heads" aria-hidden="true">
          <span />
          <span>default</span>
          <span>sm</span>
          <span>lg</span>
          <span>icon</span>
          <span>disabled</span>
          <span>busy</span>
        </div>
        {variants.map(([variant, name]) => (
          <section key={variant} className="kit-buttons-row" aria-label={`Variant ${variant}`}>
            <h3>{variant}</h3>
            <Button variant={variant}>{name}</Button>
            <Button variant={variant} size="sm">
              {name}
            </Button>
            <Button variant={variant} size="lg">
              {name}
            </Button>
            <Button variant={variant} size="icon" aria-label={`${name}, as an icon`}>
              <RulesIcon />
            </Button>
            <Button variant={variant} disabled>
              {name}
            </Button>
            <Button variant={variant} busy>
              {name}
            </Button>
          </section>
        ))}
      </div>
      <div className="kit-ground" data-ground="primary">
        <p>On green, ink is black.</p>
        <Button variant="secondary">Go live</Button>
        <Button variant="tertiary">Test the line</Button>
        <Button variant="text">Read how</Button>
      </div>
    </KitSection>
  );
}

function RulesIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 4v16M9 4v16M12.5 4v16M15 4v16M20 4v16" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
