/** A sentence of the product, of a translation and of the owner. */
export interface MessageText {
  key: string;
  english: string;
  translation: string | null;
  override: string | null;
}
