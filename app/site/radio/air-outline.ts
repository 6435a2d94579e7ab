// The two fields of the radio page and the name that fills each.

/** In the units of its field. */
export interface AirOutline {
  d: string;
}

export interface NameOutline {
  wide: AirOutline;
  narrow: AirOutline;
}

export const airViews = {
  wide: { width: 1440, height: 512, margin: 52 },
  narrow: { width: 390, height: 232, margin: 16 },
} as const;
