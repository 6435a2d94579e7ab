// A QR code as one SVG path, drawn by the server: the page that shows it needs no script.
import { encode } from 'uqr';

export interface QrCode {
  /** Modules on each side. */
  size: number;
  d: string;
}

export function drawQr(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  let d = '';
  data.forEach((row, y) => {
    // Neighbours in a row are one bar: a third of the bytes.
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const from = x;
      while (x + 1 < size && row[x + 1]) x++;
      d += `M${from} ${y}h${x + 1 - from}v1h-${x + 1 - from}z`;
    }
  });
  return { size, d };
}
