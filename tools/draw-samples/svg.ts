// A drawing as SVG text. No DOM, no fonts: every shape is a path.

export interface Drawing {
  width: number;
  height: number;
  svg: string;
}

export function svg(width: number, height: number, content: string): Drawing {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`;
  return { width, height, svg: `${head}${content}</svg>` };
}

export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<path fill="${fill}" d="M${x} ${y}h${width}v${height}h${-width}z"/>`;
}
