// The practical limit of a fan-out: the `ws` library on node:http, which passes every message on to every socket with
// its own send, and does nothing else. Started by the bench: PORT says where.
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

const server = createServer((_request, response) => response.end());
const sockets = new Set<WebSocket>();
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('message', (data, isBinary) => {
    const frame = Buffer.isBuffer(data) ? data : Buffer.from(data as ArrayBuffer);
    if (!isBinary) {
      const [joinRef, ref, topic] = JSON.parse(frame.toString('utf8'));
      socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response: {} }]));
      return;
    }
    const passed = asBroadcast(frame);
    for (const other of sockets) if (other !== socket) other.send(passed);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');

/** A push of a client as receivers get it. */
function asBroadcast(frame: Buffer): Buffer {
  const [, joinRef = 0, ref = 0, topic = 0, event = 0, , encoding = 0] = frame;
  const names = frame.subarray(7 + joinRef + ref);
  return Buffer.concat([Buffer.from([4, topic, event, 0, encoding]), names]);
}
