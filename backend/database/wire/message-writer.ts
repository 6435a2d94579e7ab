// Writes messages of PostgreSQL's protocol (version 3) into one buffer, to be sent in one write.

export class MessageWriter {
  private buffer: Buffer = Buffer.allocUnsafe(2048);
  private length = 0;
  private start = 0;

  /** Everything written so far; the writer must not be used any further. */
  take(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  startup(parameters: Record<string, string>): void {
    this.begin();
    this.int32(196_608);
    for (const [name, value] of Object.entries(parameters)) {
      this.text(name);
      this.text(value);
    }
    this.byte(0);
    this.finish();
  }

  /** Asks for an encrypted connection. */
  sslRequest(): void {
    this.begin();
    this.int32(80_877_103);
    this.finish();
  }

  /** Cancels what another connection runs; the key is the one the server sent to that connection. */
  cancelRequest(backendKey: Buffer): void {
    this.begin();
    this.int32(80_877_102);
    this.reserve(backendKey.length);
    this.length += backendKey.copy(this.buffer, this.length);
    this.finish();
  }

  password(value: string): void {
    this.begin('p');
    this.text(value);
    this.finish();
  }

  saslStart(mechanism: string, message: string): void {
    this.begin('p');
    this.text(mechanism);
    this.value(message);
    this.finish();
  }

  saslContinue(message: string): void {
    this.begin('p');
    this.raw(message, Buffer.byteLength(message));
    this.finish();
  }

  /** The types of parameters are left to the server where they are 0 or not given. */
  parse(name: string, sql: string, types: readonly number[] = []): void {
    this.begin('P');
    this.text(name);
    this.text(sql);
    this.int16(types.length);
    for (const type of types) this.int32(type);
    this.finish();
  }

  /** Asks for the types of a statement's parameters and columns. */
  describeStatement(name: string): void {
    this.begin('D');
    this.byte(0x53);
    this.text(name);
    this.finish();
  }

  /** Parameters and results in text form. */
  bind(name: string, values: (string | null)[]): void {
    this.begin('B');
    this.text('');
    this.text(name);
    this.int16(0);
    this.int16(values.length);
    for (const value of values) {
      if (value === null) this.int32(-1);
      else this.value(value);
    }
    this.int16(0);
    this.finish();
  }

  /** Up to that many rows; 0 is all of them. */
  execute(maxRows = 0): void {
    this.begin('E');
    this.text('');
    this.int32(maxRows);
    this.finish();
  }

  closeStatement(name: string): void {
    this.begin('C');
    this.byte(0x53);
    this.text(name);
    this.finish();
  }

  /** One or more statements as text, without parameters. */
  query(sql: string): void {
    this.begin('Q');
    this.text(sql);
    this.finish();
  }

  copyDone(): void {
    this.begin('c');
    this.finish();
  }

  copyFail(reason: string): void {
    this.begin('f');
    this.text(reason.replaceAll('\0', ''));
    this.finish();
  }

  /** Asks for the responses so far. */
  flush(): void {
    this.begin('H');
    this.finish();
  }

  sync(): void {
    this.begin('S');
    this.finish();
  }

  terminate(): void {
    this.begin('X');
    this.finish();
  }

  private begin(type?: string): void {
    this.reserve(5);
    if (type) this.buffer[this.length++] = type.charCodeAt(0);
    this.start = this.length;
    this.length += 4;
  }

  private finish(): void {
    this.buffer.writeInt32BE(this.length - this.start, this.start);
  }

  private byte(value: number): void {
    this.reserve(1);
    this.buffer[this.length++] = value;
  }

  private int16(value: number): void {
    this.reserve(2);
    // Counts go up to 65535, which a signed number cannot hold.
    this.length = this.buffer.writeUInt16BE(value, this.length);
  }

  private int32(value: number): void {
    this.reserve(4);
    this.length = this.buffer.writeInt32BE(value, this.length);
  }

  /** A string up to its closing zero byte; one inside it would end it early and shift all that follows. */
  private text(value: string): void {
    if (value.includes('\0')) throw new Error('a zero byte cannot be sent inside a name or a statement');
    this.raw(value, Buffer.byteLength(value));
    this.byte(0);
  }

  private value(value: string): void {
    const bytes = Buffer.byteLength(value);
    this.int32(bytes);
    this.raw(value, bytes);
  }

  private raw(value: string, bytes: number): void {
    this.reserve(bytes);
    this.length += this.buffer.write(value, this.length, bytes, 'utf8');
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + bytes));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}
