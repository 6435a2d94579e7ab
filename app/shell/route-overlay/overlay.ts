import { createOverlayMachine } from './overlay-machine.ts';
import { closeSlats, openSlats } from './slats.ts';

/** The one overlay of the page. */
export const routeOverlay = createOverlayMachine({ close: closeSlats, open: openSlats });
