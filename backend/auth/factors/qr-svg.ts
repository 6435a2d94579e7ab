// Draws a QR code as SVG. No "#" may appear: the client puts the text raw into a data address, which a "#" would end.
import { encode } from 'uqr';

const marginModules = 4;

export function qrSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: marginModules });
  let path = '';
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) path += `M${x} ${y}h1v1h-1z`;
    });
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="white"/><path fill="black" d="${path}"/></svg>`
  );
}
