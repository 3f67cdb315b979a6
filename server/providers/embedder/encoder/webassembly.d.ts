/** The part of WebAssembly that the encoder uses: Node provides it, but only the browser's types declare it. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
    /** @param pages of 64 KiB */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    readonly exports: unknown;
    constructor(module: Module);
  }
}
