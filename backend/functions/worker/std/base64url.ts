// Bytes as base64url text, under the names that the standard library has given them over time.
import { type Bytes, decodeBytes, encodeBytes } from './bytes.ts';

export const encodeBase64Url = (data: Bytes) => encodeBytes(data, 'base64url');
export const decodeBase64Url = (text: string) => decodeBytes(text, 'base64url');
export { decodeBase64Url as decode, encodeBase64Url as encode };
