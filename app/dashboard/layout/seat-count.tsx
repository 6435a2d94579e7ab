import { Seats } from '#app/ui/seats.tsx';

interface SeatCountProps {
  className: string;
  session: { capacity: number; seats: number };
}

/** How many places of a session are taken: the glyph and the two numbers. */
export function SeatCount({ className, session: { capacity, seats } }: SeatCountProps) {
  return (
    <span className={className}>
      <Seats capacity={capacity} taken={seats} />
      <span>
        {seats}/{capacity}
      </span>
    </span>
  );
}
