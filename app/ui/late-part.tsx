// A part of the page whose file is loaded on demand. If it does not load, or fails, only this part is missing: never
// the page, never the sound. If the user asked for it, an error and a retry are shown.

import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useState,
  useSyncExternalStore,
} from 'react';
import { rich } from '#app/language/messages.ts';
import { retryNow, subscribeToMissing } from './load-file.ts';
import { loadWithTexts } from './load-with-texts.ts';

interface MissingProps {
  retry(): void;
}

/** Without `Missing`, a failed part is simply absent. */
export function latePart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Missing: ComponentType<MissingProps> = Nothing,
) {
  let isLate = false;
  const setLate = (late: boolean) => {
    isLate = late;
  };
  const loadPart = () => lazy(() => loadWithTexts(load, Missing === Nothing ? undefined : setLate));
  let Part: ComponentType<Props> = loadPart();

  /** Nothing at first, a message when it fails or takes long. */
  function Waiting() {
    const isShown = useSyncExternalStore(
      subscribeToMissing,
      () => isLate,
      () => false,
    );
    return isShown && <Missing retry={retryNow} />;
  }

  return function LatePart(props: Props) {
    const [attempt, setAttempt] = useState(0);
    const retry = () => {
      Part = loadPart();
      setAttempt(attempt + 1);
    };
    return (
      <PartBoundary key={attempt} broken={<Missing retry={retry} />}>
        <Suspense fallback={<Waiting />}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}

export function PartMissing({ retry }: MissingProps) {
  return (
    <p role="alert">
      {rich('shared.ui.this_could_not_be_loaded_try', {
        button: (text) => (
          <button type="button" className="btn btn-link btn-sm" onClick={retry}>
            {text}
          </button>
        ),
      })}
    </p>
  );
}

const Nothing = () => null;

export class PartBoundary extends Component<{ broken?: ReactNode; children: ReactNode }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.broken : this.props.children;
  }
}
