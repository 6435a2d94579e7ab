// Switches to dark mode for this visit, so that both schemes can be viewed without changing the device.
import { useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';

const schemes = [
  ['device', 'As the device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

export function SchemeSwitch() {
  const [chosen, setChosen] = useState('device');
  useEffect(() => {
    const root = document.documentElement;
    const before = root.dataset.scheme;
    return () => {
      if (before) root.dataset.scheme = before;
      else delete root.dataset.scheme;
    };
  }, []);
  function choose(scheme: string) {
    setChosen(scheme);
    const root = document.documentElement;
    if (scheme === 'device') delete root.dataset.scheme;
    else root.dataset.scheme = scheme;
  }
  return (
    <fieldset className="kit-schemes from-8">
      <legend className="sr-only">Scheme</legend>
      {schemes.map(([scheme, name]) => (
        <Button
          key={scheme}
          size="sm"
          variant={scheme === chosen ? 'secondary' : 'tertiary'}
          aria-pressed={scheme === chosen}
          onClick={() => choose(scheme)}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  );
}
