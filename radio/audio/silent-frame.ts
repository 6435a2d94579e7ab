// A frame of digital silence in the station's format: a header, and nothing that would have to be decoded.
import { STATION } from './station-format.ts';

const HEADER = [0xff, 0xfb, 0x90, 0x00];
const BYTES = Math.floor((STATION.samplesPerFrame / 8) * ((STATION.bitrateKbps * 1000) / STATION.sampleRate));

export const SILENT_FRAME: Uint8Array = Uint8Array.from({ length: BYTES }, (_, at) => HEADER[at] ?? 0);
