// Bytes as base64 text, under the names that the standard library has given them over time.
import { type Bytes, decodeBytes, encodeBytes } from './bytes.ts';

export const encodeBase64 = (data: Bytes) => encodeBytes(data, 'base64');
export const decodeBase64 = (text: string) => decodeBytes(text, 'base64');
export { decodeBase64 as decode, encodeBase64 as encode };
