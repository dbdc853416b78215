let compiles = true;
try {
  new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
} catch {
  compiles = false;
}
postMessage(compiles);
