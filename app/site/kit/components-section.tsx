// Seats, badges, people, cards, tooltip, skeleton, empty state: the small parts.

import { Avatar } from '#app/ui/avatar.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card, CardContent, CardDescription, CardFooter, CardTitle } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Seats } from '#app/ui/seats.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Tooltip } from '#app/ui/tooltip.tsx';
import { KitSection, KitStack } from './kit-section.tsx';

const people = [
  'Amina Okafor',
  'Inês Valadão',
  'Teo Lindqvist',
  'Mireia Soler',
  'Jonas Brandt',
  'Yusuf Demir',
];
const rooms: [taken: number, capacity: number][] = [
  [0, 12],
  [5, 12],
  [11, 12],
  [12, 12],
  [140, 180],
];

export function ComponentsSection() {
  return (
    <KitSection id="components" title="Components" shiftPx={-180} phoneHeightRem={112}>
      <div className="kit-components">
        <KitStack title="Seats">
          <ul className="kit-seats">
            {rooms.map(([taken, capacity]) => (
              <li key={`${taken}/${capacity}`}>
                <Seats capacity={capacity} taken={taken} />
                {taken === capacity ? 'Full' : `${capacity - taken} of ${capacity} free`}
              </li>
            ))}
          </ul>
        </KitStack>
        <KitStack title="Badges">
          <div className="kit-badges">
            <Badge>Planned</Badge>
            <Badge tone="quiet">Closed</Badge>
            <Badge tone="positive">Paid</Badge>
            <Badge tone="danger">2 unpaid</Badge>
            <Badge tone="full">Full</Badge>
            <Badge tone="live">On air</Badge>
          </div>
          <h3>Tooltip</h3>
          <div className="kit-row">
            <Tooltip content="Opens a quiet room for you, any time.">
              <Button variant="tertiary">Quiet room</Button>
            </Tooltip>
          </div>
        </KitStack>
        <KitStack title="People">
          <ul className="kit-people">
            {people.map((name) => (
              <li key={name}>
                <Avatar name={name} />
                {name}
              </li>
            ))}
          </ul>
          <div className="kit-row">
            <Avatar name="Onda" size="lg" alt="Onda" />
            <Avatar name="Rua" size="default" alt="Rua" />
            <Avatar name="Sol" size="sm" alt="Sol" />
          </div>
        </KitStack>
        <Card>
          <CardTitle>Breath and bowed metal</CardTitle>
          <CardDescription>Tuesdays 18:00, studio 1, with Teo Lindqvist</CardDescription>
          <CardContent>
            Six evenings with cymbals, saws and a patient teacher. Nothing to bring but warm hands.
          </CardContent>
          <CardFooter>
            <Button variant="primary" size="sm">
              Book, €24
            </Button>
            <Button variant="link" size="sm">
              Read policy
            </Button>
          </CardFooter>
        </Card>
        <Card ground="tint">
          <CardTitle>Ten-pass</CardTitle>
          <CardDescription>Ten entries, any class, within a year</CardDescription>
          <CardContent>
            <Seats capacity={10} taken={6} label="4 of 10 entries left" />
          </CardContent>
        </Card>
        <KitStack title="Skeleton">
          <div className="kit-skeleton">
            <Skeleton className="kit-skeleton-square" />
            <div className="kit-skeleton-lines">
              <Skeleton />
              <Skeleton />
              <Skeleton />
            </div>
          </div>
        </KitStack>
        <EmptyState
          className="kit-components-wide"
          title="No one is waiting. The next place opens when someone cancels."
          action={
            <Button variant="tertiary" size="sm" asChild>
              <a href="#lists">See who is booked</a>
            </Button>
          }
        >
          <p>Two places were freed this week; both were taken within the hour.</p>
        </EmptyState>
      </div>
    </KitSection>
  );
}
