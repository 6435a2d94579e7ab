// Pictures that pages draw themselves, made away from the process that answers.
export interface SitePictures {
  /** A drawing as PNG. */
  draw(drawing: { svg: string; width: number }): Promise<Uint8Array>;
  /** A logo in the middle of a square; `share` is how much of the square it takes. */
  drawIcon(
    logo: Uint8Array,
    icon: { isSvg: boolean; size: number; background: string; share: number },
  ): Promise<Uint8Array>;
}
