// Where somebody stands on the way to a place. The current step is wide, as everything near is.
const STEPS = ['Places', 'Who is coming', 'Done'] as const;

export function BookingSteps({ current }: { current: (typeof STEPS)[number] }) {
  return (
    <ol className="booking-steps" aria-label="Steps">
      {STEPS.map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  );
}
