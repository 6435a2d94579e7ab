// Bytes as hexadecimal text, under the names that the standard library has given them over time.
import { type Bytes, decodeBytes, encodeBytes } from './bytes.ts';

export const encodeHex = (data: Bytes) => encodeBytes(data, 'hex');
export const decodeHex = (text: string) => decodeBytes(text, 'hex');
export { decodeHex as decode, encodeHex as encode };
