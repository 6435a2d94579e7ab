// The steps of a booking; the current one is wide.
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
