// A response whose body is in memory. The platform's own Response puts a stream around such bytes at once, which costs
// more than sending them; here the stream is made only for those who ask for it. The HTTP server sends `bytesInMemory`.

export class BytesResponse extends Response {
  readonly bytesInMemory: Uint8Array<ArrayBuffer>;
  #readable: Response | undefined;

  constructor(bytes: Uint8Array, init: ResponseInit) {
    super(null, init);
    this.bytesInMemory = bytes as Uint8Array<ArrayBuffer>;
  }

  get #body(): Response {
    this.#readable ??= new Response(this.bytesInMemory);
    return this.#readable;
  }

  override get body() {
    return this.#body.body;
  }
  override get bodyUsed() {
    return this.#readable?.bodyUsed ?? false;
  }
  override arrayBuffer() {
    return this.#body.arrayBuffer();
  }
  override async blob() {
    const type = this.headers.get('content-type') ?? '';
    return new Blob([await this.arrayBuffer()], { type });
  }
  override async bytes() {
    return new Uint8Array(await this.arrayBuffer());
  }
  override async formData() {
    return new Response(await this.arrayBuffer(), { headers: this.headers }).formData();
  }
  override json() {
    return this.#body.json();
  }
  override text() {
    return this.#body.text();
  }
  override clone() {
    if (this.bodyUsed) throw new TypeError('The body of this response was read already.');
    return new BytesResponse(this.bytesInMemory, this);
  }
}
