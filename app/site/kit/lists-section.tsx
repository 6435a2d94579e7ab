// Tabs, table, seats, badges, menu and pagination.
import { useState } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '#app/ui/menu.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { Seats } from '#app/ui/seats.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/ui/table.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#app/ui/tabs.tsx';
import { toast, toastError } from '#app/ui/toast/toast-store.ts';
import { KitSection } from './kit-section.tsx';

const sessions = [
  {
    time: '14:00',
    title: 'Darkroom, open bench',
    room: 'Print room',
    taken: 6,
    capacity: 8,
    state: 'over',
    stretch: 66,
  },
  {
    time: '16:30',
    title: 'Choir for people who hum',
    room: 'Studio 1',
    taken: 12,
    capacity: 20,
    state: 'now',
    stretch: 132,
  },
  {
    time: '18:00',
    title: 'Breath and bowed metal',
    room: 'Studio 1',
    taken: 9,
    capacity: 12,
    state: 'unpaid',
    stretch: 108,
  },
  {
    time: '19:00',
    title: 'Letters to a stranger',
    room: 'Library',
    taken: 10,
    capacity: 10,
    state: 'full',
    stretch: 92,
  },
  {
    time: '20:15',
    title: 'Two inks, one drum',
    room: 'Print room',
    taken: 0,
    capacity: 8,
    state: 'open',
    stretch: 80,
  },
] as const;

export function ListsSection() {
  return (
    <KitSection id="lists" title="Lists" note="near is wide, far is narrow; full stands close" shiftPx={30}>
      <Tabs defaultValue="tuesday">
        <TabsList aria-label="Days">
          <TabsTrigger value="tuesday">Tuesday</TabsTrigger>
          <TabsTrigger value="wednesday">Wednesday</TabsTrigger>
          <TabsTrigger value="sunday">Sunday</TabsTrigger>
          <TabsTrigger value="monday" disabled>
            Monday
          </TabsTrigger>
        </TabsList>
        <TabsContent value="tuesday">
          <SessionsTable />
        </TabsContent>
        <TabsContent value="wednesday">
          <p className="kit-note">Wednesday begins at 10:00 with Morning body, 4 places left.</p>
        </TabsContent>
        <TabsContent value="sunday">
          <EmptyState
            title="Nothing on Sunday. The next class is Tuesday at 10:00."
            action={
              <Button variant="tertiary" size="sm" asChild>
                <a href="#lists">See Tuesday</a>
              </Button>
            }
          >
            <p>
              Morning body with Amina Okafor, 4 places. Or leave the radio on: Night Loop runs until then.
            </p>
          </EmptyState>
        </TabsContent>
      </Tabs>
      <div className="kit-list-tools">
        <Pagination page={4} pageCount={12} hrefFor={(page) => `?page=${page}#lists`} />
        <ColumnsMenu />
      </div>
    </KitSection>
  );
}

function SessionsTable() {
  return (
    <Table label="Sessions on Tuesday" className="kit-sessions">
      <TableHead>
        <TableRow>
          <TableHeader>Time</TableHeader>
          <TableHeader>Session</TableHeader>
          <TableHeader>Room</TableHeader>
          <TableHeader>Places</TableHeader>
          <TableHeader align="end">State</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {sessions.map(({ time, title, room, taken, capacity, state, stretch }) => (
          <TableRow key={time} current={state === 'now'}>
            <TableCell className="kit-time">{time}</TableCell>
            <TableHeader scope="row" className="kit-session" style={{ fontStretch: `${stretch}%` }}>
              {title}
            </TableHeader>
            <TableCell>{room}</TableCell>
            <TableCell>
              <span className="kit-places">
                <Seats capacity={capacity} taken={taken} />
                {taken}/{capacity}
              </span>
            </TableCell>
            <TableCell align="end">
              {state === 'over' && <Badge tone="quiet">Closed</Badge>}
              {state === 'now' && <Badge tone="live">Now</Badge>}
              {state === 'unpaid' && <Badge tone="danger">2 unpaid</Badge>}
              {state === 'full' && <Badge tone="full">Full, 2 waiting</Badge>}
              {state === 'open' && <Badge tone="positive">Open</Badge>}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function ColumnsMenu() {
  const [hasRooms, setHasRooms] = useState(true);
  const [hasWaiting, setHasWaiting] = useState(false);
  return (
    <Menu>
      <MenuTrigger>
        <Button variant="tertiary">Session actions</Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>Show</MenuLabel>
        <MenuCheckboxItem checked={hasRooms} onCheckedChange={setHasRooms}>
          Rooms
        </MenuCheckboxItem>
        <MenuCheckboxItem checked={hasWaiting} onCheckedChange={setHasWaiting}>
          Waiting list
        </MenuCheckboxItem>
        <MenuSeparator />
        <MenuItem onSelect={() => toast({ title: 'Register opened' })}>Open register</MenuItem>
        <MenuItem disabled>Message the class</MenuItem>
        <MenuItem variant="destructive" onSelect={() => toastError('Not on a style guide')}>
          Cancel session
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
