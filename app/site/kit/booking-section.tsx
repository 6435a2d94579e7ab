// What a booking is made of: the number of places, the clock of a hold, the ticket.
import { HoldClock } from '#app/features/booking/hold-clock.tsx';
import type { QrCode } from '#app/site/booking/draw-qr.server.ts';
import { PlacesStepper } from '#app/site/booking/places-stepper.tsx';
import { Ticket } from '#app/site/booking/ticket.tsx';
import type { BookingDate, OrderView } from '#contracts/booking.ts';
import { KitSection, KitStack } from './kit-section.tsx';

const first: BookingDate = {
  id: 'kit',
  pool_id: 'kit',
  starts_at: '2027-03-02T18:00:00Z',
  ends_at: '2027-03-02T20:00:00Z',
  zone: 'Europe/Lisbon',
  status: 'planned',
  sequence: 0,
  is_online: false,
  title: 'Breath and bowed metal',
  slug: 'breath-and-bowed-metal',
  kind: 'class',
  discipline: 'sound',
  room: 'studio 1',
  teacher: 'Teo Lindqvist',
  bring: '',
};
const order: OrderView = {
  order_token: '',
  order_id: 'kit',
  number: 'ON-4F7K2',
  state: 'confirmed',
  method: 'card',
  kind: 'booking',
  total_cents: 2400,
  paid_cents: 2400,
  currency: 'EUR',
  buyer: { name: 'Clara Nunes', email: 'clara@post.example', phone: '' },
  created_at: '2027-03-01T09:00:00Z',
  due_at: null,
  hold_token: null,
  hold_expires_at: null,
  bookings: [],
  dates: [first],
  refunds: [],
  credits: [],
  passes: [],
};
const now = new Date(order.created_at);

export function BookingSection({ qr }: { qr: QrCode }) {
  return (
    <KitSection
      id="booking"
      title="Booking"
      note="one page, then the ticket"
      shiftPx={-60}
      phoneHeightRem={82}
    >
      <div className="booking-body kit-booking">
        <KitStack title="Stepper">
          <PlacesStepper counts={[1, 2, 3, 4, 5]} defaultPlaces={2} note="€24 each" onChange={() => {}} />
        </KitStack>
        <KitStack title="Hold clock">
          <HoldClock
            label="Your places are held for"
            secondsLeft={432}
            totalSeconds={600}
            note="When the time runs out, others can book these places."
            onOver={() => {}}
          />
        </KitStack>
      </div>
      <div className="kit-ticket">
        <p className="kit-note">Ticket</p>
        <Ticket
          order={order}
          first={first}
          now={now}
          studio={{ address: 'Cais da Maré 14' }}
          qr={qr}
          level={3}
        />
      </div>
    </KitSection>
  );
}
