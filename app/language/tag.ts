import type { ReactNode } from 'react';

/** Renders the text between the tags of a message. */
export type Tag = (text: ReactNode) => ReactNode;
