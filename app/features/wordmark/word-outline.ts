/** The studio's name as one drawn outline, in units of which the letters' height is about 760. */
export interface WordOutline {
  d: string;
  width: number;
  ascent: number;
  descent: number;
  /** The address of a picture that replaces it. */
  logo?: string;
}
