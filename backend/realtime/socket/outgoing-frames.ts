// Server-side WebSocket frames (RFC 6455, unmasked, uncompressed), made once and written to many sockets: a frame per
// receiver would cost more than everything else in a fan-out.
const textOpcode = 0x81;
const binaryOpcode = 0x82;

export function webSocketFrame(message: string | Buffer): Buffer {
  const isText = typeof message === 'string';
  const bytes = isText ? Buffer.byteLength(message) : message.length;
  const headerBytes = bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + bytes);
  frame[0] = isText ? textOpcode : binaryOpcode;
  if (headerBytes === 2) {
    frame[1] = bytes;
  } else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(bytes, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(bytes), 2);
  }
  if (isText) frame.write(message, headerBytes, 'utf8');
  else message.copy(frame, headerBytes);
  return frame;
}
