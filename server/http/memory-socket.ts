// Two ends of a connection inside the process, with everything that the HTTP server needs of a socket: addresses,
// counters, timeouts, half-close. What one end writes the other reads, with backpressure. Knows nothing of HTTP.
import { Duplex } from 'node:stream';

export interface PeerFacts {
  remoteAddress: string | undefined;
  /** Whether the visitor's connection is encrypted. */
  encrypted: boolean;
}

const BUFFER_BYTES = 65_536;

export class MemorySocket extends Duplex {
  readonly remoteAddress: string | undefined;
  readonly encrypted: boolean;
  bytesRead = 0;
  bytesWritten = 0;
  #peer: MemorySocket | undefined;
  #taken: (() => void) | undefined;
  #timeoutMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ remoteAddress, encrypted }: PeerFacts) {
    super({ highWaterMark: BUFFER_BYTES });
    this.remoteAddress = remoteAddress;
    this.encrypted = encrypted;
  }

  static pair(facts: PeerFacts): [one: MemorySocket, other: MemorySocket] {
    const one = new MemorySocket(facts);
    const other = new MemorySocket(facts);
    one.#peer = other;
    other.#peer = one;
    return [one, other];
  }

  setTimeout(ms: number, onTimeout?: () => void): this {
    if (onTimeout) this.once('timeout', onTimeout);
    this.#timeoutMs = ms;
    this.#restartTimer();
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** Ends the connection once everything written is read. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  override _read(): void {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const peer = this.#peer;
    if (!peer || peer.destroyed || peer.readableEnded) return void done();
    this.bytesWritten += chunk.length;
    this.#restartTimer();
    if (peer.#receive(chunk)) return void done();
    peer.#taken = done;
  }

  override _final(done: () => void): void {
    if (this.#peer && !this.#peer.destroyed) this.#peer.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer);
    const peer = this.#peer;
    this.#peer = undefined;
    // A writer that waits for this end would never continue.
    this._read();
    if (peer && !peer.destroyed && !peer.readableEnded && !this.writableFinished) peer.push(null);
    done(error);
  }

  #receive(chunk: Buffer): boolean {
    this.bytesRead += chunk.length;
    this.#restartTimer();
    return this.push(chunk);
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    if (this.#timeoutMs > 0 && !this.destroyed)
      this.#timer = setTimeout(() => this.emit('timeout'), this.#timeoutMs).unref();
  }
}
