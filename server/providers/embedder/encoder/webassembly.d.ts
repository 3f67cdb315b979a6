/** As much of WebAssembly as the encoder uses: Node has it, its types leave it to the browser's. */
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
