// While it is held, by pointer or by key, the host talks to the guests and not to listeners.

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';

const isHoldKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';

export function TalkbackButton({ onChange }: { onChange(isOn: boolean): void }) {
  const [isHeld, setHeld] = useState(false);
  const change = useRef(onChange);
  change.current = onChange;
  const hold = (isOn: boolean) => {
    if (isOn === isHeld) return;
    setHeld(isOn);
    change.current(isOn);
  };
  // The last guest may leave while it is held.
  useEffect(() => () => change.current(false), []);
  return (
    <Button
      variant={isHeld ? 'destructive' : 'secondary'}
      size="sm"
      className="talkback"
      aria-pressed={isHeld}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        hold(true);
      }}
      onPointerUp={() => hold(false)}
      onPointerCancel={() => hold(false)}
      onLostPointerCapture={() => hold(false)}
      onBlur={() => hold(false)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isHoldKey(event)) return;
        event.preventDefault();
        hold(true);
      }}
      onKeyUp={(event) => {
        if (isHoldKey(event)) hold(false);
      }}
    >
      {isHeld ? t('dashboard.guests.you_talk_off_air') : t('dashboard.guests.hold_to_talk_off_air')}
    </Button>
  );
}
