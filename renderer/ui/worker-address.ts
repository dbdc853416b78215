interface AddressPolicy {
  createScriptURL(address: string): string;
}

declare global {
  interface Window {
    /** Chromium's; a page without a browser has none. */
    readonly trustedTypes?: { createPolicy(name: string, rules: AddressPolicy): AddressPolicy };
  }
}

let policy: AddressPolicy | undefined;

/**
 * SECURITY: the page's policy refuses every text as HTML, script or address of a script. This is the only exception: the address of a
 * worker among our own built files. Made at the first worker, because a name can be used only once. Throws for any other address.
 */
export function workerAddress(address: string): string {
  policy ??= window.trustedTypes?.createPolicy('packbench-workers', { createScriptURL: ownFile }) ?? { createScriptURL: ownFile };
  return policy.createScriptURL(address);
}

function ownFile(address: string): string {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin || url.protocol !== location.protocol || !/\.worker[\w.-]*\.(?:js|ts)$/.test(url.pathname))
    throw new TypeError('This is not a worker of Packbench.');
  return url.href;
}
